import type { Log } from '../../log.ts';
import type { Database } from '../../storage/database.ts';
import { createWorkLoop, type WorkLoop } from '../jobs/work-loop.ts';
import { type Broadcast, type Broadcasts, broadcastOf, release } from './broadcasts.ts';
import { claimRecipients, finishRecipient, type Recipient, returnRecipient } from './recipients.ts';

/** What became of one try to give someone the announcement. */
export type SendResult =
  | { readonly kind: 'sent' }
  /** They blocked the bot or left. */
  | { readonly kind: 'blocked' }
  /** Telegram does not take it for this person, and will not. */
  | { readonly kind: 'failed' }
  /** Telegram wants a pause. */
  | { readonly kind: 'later'; readonly retryAfterMs: number }
  /** No answer: it may have arrived. */
  | { readonly kind: 'unsure' }
  /** The message that is copied is no longer there. */
  | { readonly kind: 'lost' };

export interface BroadcastWorkerDeps {
  readonly database: Database;
  readonly broadcasts: Pick<Broadcasts, 'find' | 'giveUp'>;
  readonly send: (announcement: Broadcast, personId: number) => Promise<SendResult>;
  /** Shows the owner how far it is, or how it ended. False: try again later. */
  readonly report: (announcement: Broadcast, how: 'aloud' | 'quietly') => Promise<boolean>;
  readonly log: Log;
  readonly now: () => number;
  readonly perSecond?: number;
  readonly reportMs?: number;
  readonly leaseMs?: number;
  readonly everyMs?: number;
}

type Piece =
  | { readonly kind: 'person'; readonly announcement: Broadcast; readonly listener: Recipient }
  | { readonly kind: 'report'; readonly id: string };

/** Taken at once; more calls may be under way when Telegram is slow. */
const handful = 5;
const concurrency = 20;
/** Whoever may have got it twice does not get it a third time. */
const mostTries = 2;

/**
 * Sends announcements, at a pace that leaves Telegram room for receipts. Everything it knows stands in the database, so
 * any process goes on where another died; and all of them together keep the one pace, because each handful has to win
 * the announcement's `next_at` first. Each person is a row that goes away with the count of what became of them, in one
 * transaction: whoever is killed repeats only what was in the air, where a cursor would have to send one by one.
 */
export function createBroadcastWorker(deps: BroadcastWorkerDeps): WorkLoop {
  const { database, broadcasts, send: cry, report, log, now } = deps;
  const { perSecond = 20, reportMs = 3_000, leaseMs = 60_000, everyMs = 250 } = deps;

  async function claim(room: number): Promise<Piece[]> {
    const open = await database.db
      .selectFrom('announcements')
      .selectAll()
      .where('started_at', 'is not', null)
      .where('closed_at', 'is', null)
      .execute();
    const pieces: Piece[] = [];
    for (const row of open) {
      if (row.state === 'sending') pieces.push(...(await handfulOf(broadcastOf(row), row.next_at, room)));
      if (row.state === 'sending' || row.state === 'stopping') await endIfOver(row.id, row.state);
      pieces.push(...(await reportOf(row.id, row.told_at)));
    }
    return pieces;
  }

  async function handfulOf(announcement: Broadcast, nextAt: number, room: number): Promise<Piece[]> {
    const at = now();
    const limit = nextAt > at ? 0 : Math.min(room, handful - (await receiptsWaiting()));
    if (limit <= 0) return [];
    const turn = await database.db
      .updateTable('announcements')
      .set({ next_at: at + Math.ceil((handful * 1_000) / perSecond) })
      .where('id', '=', announcement.id)
      .where('state', '=', 'sending')
      .where('next_at', '<=', at)
      .executeTakeFirstOrThrow();
    if (turn.numUpdatedRows !== 1n) return [];
    const listeners = await claimRecipients(database, announcement.id, { now: at, leaseMs, limit });
    return listeners.map((listener) => ({ kind: 'person', announcement, listener }));
  }

  /** Receipts go first: while some wait, handfuls are smaller, though never empty, or a busy shop could announce nothing. */
  async function receiptsWaiting(): Promise<number> {
    const waiting = await database.db
      .selectFrom('receipt_jobs')
      .select('subject')
      .where('done_at', 'is', null)
      .where('next_attempt_at', '<=', now())
      .limit(handful - 1)
      .execute();
    return waiting.length;
  }

  /** Over when nobody is left. Whom a dead process had in hand is waited for, unless it was stopped. */
  async function endIfOver(id: string, state: 'sending' | 'stopping'): Promise<void> {
    const people = database.db.selectFrom('announcement_people').select('person_id').where('announcement_id', '=', id);
    const left = state === 'sending' ? people : people.where('lease_until', '>', now());
    if (await left.limit(1).executeTakeFirst()) return;
    await database.transaction(async (tx) => {
      await tx.deleteFrom('announcement_people').where('announcement_id', '=', id).execute();
      const ended = await tx
        .updateTable('announcements')
        .set({ state: state === 'sending' ? 'done' : 'stopped', ended_at: now(), told_at: 0 })
        .where('id', '=', id)
        .where('state', '=', state)
        .returningAll()
        .executeTakeFirst();
      if (!ended) return;
      await release(tx, id);
      const { sent, blocked, failed, total } = ended;
      log.info({ announcement: id, how: ended.state, sent, blocked, failed, total }, 'announcement over');
    });
  }

  async function reportOf(id: string, toldAt: number): Promise<Piece[]> {
    const at = now();
    if (toldAt + reportMs > at) return [];
    const { numUpdatedRows } = await database.db
      .updateTable('announcements')
      .set({ told_at: at })
      .where('id', '=', id)
      .where('told_at', '<=', at - reportMs)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? [{ kind: 'report', id }] : [];
  }

  async function reach(announcement: Broadcast, listener: Recipient): Promise<void> {
    const { attempts } = listener;
    if (attempts > mostTries) return finishRecipient(database, listener, 'failed');
    const cried = await cry(announcement, listener.personId);
    switch (cried.kind) {
      case 'sent':
      case 'blocked':
      case 'failed':
        return finishRecipient(database, listener, cried.kind);
      case 'unsure':
        return attempts < mostTries
          ? returnRecipient(database, listener, attempts)
          : finishRecipient(database, listener, 'failed');
      case 'later':
        await pauseUntil(announcement.id, now() + cried.retryAfterMs);
        // Telegram has taken nothing: that was no try.
        return returnRecipient(database, listener, attempts - 1);
      case 'lost':
        await returnRecipient(database, listener, attempts);
        await broadcasts.giveUp(announcement.id);
        log.error({ announcement: announcement.id }, 'the message to announce is gone');
    }
  }

  async function pauseUntil(id: string, at: number): Promise<void> {
    await database.db
      .updateTable('announcements')
      .set({ next_at: at })
      .where('id', '=', id)
      .where('next_at', '<', at)
      .execute();
  }

  async function tell(id: string): Promise<void> {
    const announcement = await broadcasts.find(id);
    if (!announcement) return;
    const told = await report(announcement, 'aloud');
    if (announcement.endedAt === null) {
      // A count that was long on its way must not stay where the summary stood.
      const current = await broadcasts.find(id);
      if (current && current.endedAt !== null) await report(current, 'quietly');
      return;
    }
    if (!told) return;
    await database.db.updateTable('announcements').set({ closed_at: now() }).where('id', '=', id).execute();
  }

  const work = (piece: Piece): Promise<void> =>
    piece.kind === 'person' ? reach(piece.announcement, piece.listener) : tell(piece.id);
  return createWorkLoop({ name: 'crier', claim, work, concurrency, everyMs, log });
}
