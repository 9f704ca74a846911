import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import { type Broadcast, type Broadcasts, broadcastOf, release } from './broadcasts.ts';
import { claimRecipients, finishRecipient, type Recipient, returnRecipient } from './recipients.ts';

export type SendResult =
  | { readonly kind: 'sent' }
  /** The person blocked the bot or left. */
  | { readonly kind: 'blocked' }
  /** Telegram permanently refuses it for this person. */
  | { readonly kind: 'failed' }
  /** Telegram asks for a pause. */
  | { readonly kind: 'later'; readonly retryAfterMs: number }
  /** No answer came, so it may have been delivered. */
  | { readonly kind: 'unsure' }
  /** The message to copy was deleted. */
  | { readonly kind: 'lost' };

export interface BroadcastWorkerDeps extends WorkerDeps {
  readonly broadcasts: Pick<Broadcasts, 'find' | 'abandon' | 'startPlanned'>;
  readonly send: (announcement: Broadcast, personId: number) => Promise<SendResult>;
  /** Shows the owner the progress or the result. False to try again later. */
  readonly report: (announcement: Broadcast, how: 'aloud' | 'quietly') => Promise<boolean>;
  readonly perSecond?: number;
  readonly reportMs?: number;
}

type Piece =
  | { readonly kind: 'person'; readonly announcement: Broadcast; readonly recipient: Recipient }
  | { readonly kind: 'report'; readonly id: string };

/** How many recipients are claimed together. */
const batchSize = 5;
const concurrency = 20;
/** After two uncertain attempts a recipient is not tried again. */
const maxAttempts = 2;

/**
 * Sends broadcasts at a rate that leaves room for receipts. All state is in the database, so any process continues after a
 * crash, and all processes share one rate: each batch must first advance the announcement's `next_at`. A recipient is a row
 * that is deleted and counted in one transaction, so a crash repeats only messages that were in flight.
 */
export function createBroadcastWorker(deps: BroadcastWorkerDeps): WorkLoop {
  const { database, broadcasts, send, report, log, now } = deps;
  const { perSecond = 20, reportMs = 3_000, leaseMs = defaultLeaseMs, everyMs = 250, idleMs } = deps;
  let isAnyOpen = true;

  async function claim(room: number): Promise<Piece[]> {
    await broadcasts.startPlanned();
    const open = await database.db
      .selectFrom('announcements')
      .selectAll()
      .where('started_at', 'is not', null)
      .where('closed_at', 'is', null)
      .execute();
    isAnyOpen = open.length > 0;
    const pieces: Piece[] = [];
    for (const row of open) {
      if (row.state === 'sending') pieces.push(...(await claimBatch(broadcastOf(row), row.next_at, room)));
      if (row.state === 'sending' || row.state === 'stopping') await endIfOver(row.id, row.state);
      pieces.push(...(await reportOf(row.id, row.told_at)));
    }
    return pieces;
  }

  async function claimBatch(announcement: Broadcast, nextAt: number, room: number): Promise<Piece[]> {
    const at = now();
    const limit = nextAt > at ? 0 : Math.min(room, batchSize - (await receiptsWaiting()));
    if (limit <= 0) return [];
    const row = await database.db
      .updateTable('announcements')
      .set({ next_at: at + Math.ceil((batchSize * 1_000) / perSecond) })
      .where('id', '=', announcement.id)
      .where('state', '=', 'sending')
      .where('next_at', '<=', at)
      .executeTakeFirstOrThrow();
    if (row.numUpdatedRows !== 1n) return [];
    const recipients = await claimRecipients(database, announcement.id, { now: at, leaseMs, limit });
    return recipients.map((recipient) => ({ kind: 'person', announcement, recipient }));
  }

  /** Receipts go first: while some wait, batches are smaller, but never empty. */
  async function receiptsWaiting(): Promise<number> {
    const waiting = await database.db
      .selectFrom('receipt_jobs')
      .select('subject')
      .where('done_at', 'is', null)
      .where('next_attempt_at', '<=', now())
      .limit(batchSize - 1)
      .execute();
    return waiting.length;
  }

  /** Waits for the leases of crashed workers to expire, unless the broadcast was stopped. */
  async function endIfOver(id: string, state: 'sending' | 'stopping'): Promise<void> {
    const people = database.db.selectFrom('announcement_people').select('person_id').where('announcement_id', '=', id);
    const left = state === 'sending' ? people : people.where('lease_until', '>', now());
    if (await left.limit(1).executeTakeFirst()) return;
    await database.transaction(async (tx) => {
      await tx.deleteFrom('announcement_people').where('announcement_id', '=', id).execute();
      const end = await tx
        .updateTable('announcements')
        .set({ state: state === 'sending' ? 'done' : 'stopped', ended_at: now(), told_at: 0 })
        .where('id', '=', id)
        .where('state', '=', state)
        .returningAll()
        .executeTakeFirst();
      if (!end) return;
      await release(tx, id);
      const { sent, blocked, failed, total } = end;
      log.info({ announcement: id, how: end.state, sent, blocked, failed, total }, 'broadcast ended');
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

  async function sendTo(announcement: Broadcast, recipient: Recipient): Promise<void> {
    const { attempts } = recipient;
    if (attempts > maxAttempts) return finishRecipient(database, recipient, 'failed');
    const result = await send(announcement, recipient.personId);
    switch (result.kind) {
      case 'sent':
      case 'blocked':
      case 'failed':
        return finishRecipient(database, recipient, result.kind);
      case 'unsure':
        return attempts < maxAttempts
          ? returnRecipient(database, recipient, attempts)
          : finishRecipient(database, recipient, 'failed');
      case 'later':
        await pauseUntil(announcement.id, now() + result.retryAfterMs);
        // Nothing was delivered, so this does not count as an attempt.
        return returnRecipient(database, recipient, attempts - 1);
      case 'lost':
        await returnRecipient(database, recipient, attempts);
        await broadcasts.abandon(announcement.id);
        log.error({ announcement: announcement.id }, 'broadcast stopped: its message was deleted');
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
    const isTold = await report(announcement, 'aloud');
    if (announcement.endedAt === null) {
      // A slow progress message must not replace the summary.
      const current = await broadcasts.find(id);
      if (current && current.endedAt !== null) await report(current, 'quietly');
      return;
    }
    if (!isTold) return;
    await database.db.updateTable('announcements').set({ closed_at: now() }).where('id', '=', id).execute();
  }

  const work = (piece: Piece): Promise<void> =>
    piece.kind === 'person' ? sendTo(piece.announcement, piece.recipient) : tell(piece.id);
  return createWorkLoop({
    name: 'broadcast-worker',
    claim,
    work,
    concurrency,
    everyMs,
    idleMs,
    nextDue: async () => (isAnyOpen ? now() : null),
    now,
    log,
  });
}
