import { sql } from 'kysely';
import type { Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database, Queries } from '../../storage/database.ts';
import type { AnnouncementRow } from '../../storage/tables.ts';
import { orderIdFrom } from '../orders/identity.ts';
import type { Audit } from '../people/audit.ts';
import type { People } from '../people/people.ts';

export interface Broadcast {
  readonly id: string;
  readonly ownerId: number;
  /** The copy in the owner's chat. */
  readonly messageId: number;
  readonly excerpt: string;
  readonly state: AnnouncementRow['state'];
  readonly total: number;
  readonly sent: number;
  readonly blocked: number;
  readonly failed: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly shownIn: number | null;
}

interface Draft {
  /** Identifies the update: the same draft if it is delivered again. */
  readonly idempotencySource: string;
  readonly by: number;
  readonly messageId: number;
  readonly excerpt: string;
}

export interface Audience {
  readonly reachable: number;
  readonly blocked: number;
}

export type Broadcasts = ReturnType<typeof createBroadcasts>;

export interface BroadcastsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
}

/** The row exists while a broadcast is running, so that a second one cannot start. */
const runningSwitch = 'announcing';

export function createBroadcasts({ database, audit, people, now }: BroadcastsDeps) {
  async function find(id: string): Promise<Broadcast | null> {
    const row = await database.db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? broadcastOf(row) : null;
  }

  async function draft({ idempotencySource, by, messageId, excerpt }: Draft): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const id = orderIdFrom(`announce:${idempotencySource}`);
    const fresh = { state: 'draft', started_at: null, ended_at: null, shown_in: null, closed_at: null } as const;
    await database.db
      .insertInto('announcements')
      .values({ id, owner_id: by, message_id: messageId, excerpt, created_at: now(), ...fresh })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return found(await find(id));
  }

  /** Everyone but the sender; paused people included. */
  async function audience(by: number): Promise<Audience> {
    const { all, reachable } = await database.db
      .selectFrom('people')
      .select((eb) => [
        eb.fn.countAll<number>().as('all'),
        sql<number>`count(case when unreachable_at is null then 1 end)`.as('reachable'),
      ])
      .where('id', '<>', by)
      .executeTakeFirstOrThrow();
    return { reachable, blocked: all - reachable };
  }

  /** Fixes the recipients now. A second tap changes nothing; another broadcast is refused while one is running. */
  async function send(id: string, by: number, shownIn: number | null): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const begun = await database.transaction(async (tx): Promise<Failure | null> => {
      const switched = await tx
        .insertInto('switches')
        .values({ name: runningSwitch, value: id, actor: `person:${by}`, at: now() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (switched.numInsertedOrUpdatedRows !== 1n) {
        const other = await tx
          .selectFrom('switches')
          .select('value')
          .where('name', '=', runningSwitch)
          .executeTakeFirst();
        return other && other.value !== id ? { code: 'announcing-already' } : null;
      }
      const moved = await tx
        .updateTable('announcements')
        .set({ state: 'sending', started_at: now(), shown_in: shownIn })
        .where('id', '=', id)
        .where('state', '=', 'draft')
        .returning('excerpt')
        .executeTakeFirst();
      if (!moved) {
        await release(tx, id);
        return null;
      }
      const total = await addPeople(tx, id, by);
      await tx.updateTable('announcements').set({ total }).where('id', '=', id).execute();
      const details = { announcement: id, people: total, text: moved.excerpt };
      await audit.write(tx, { actorId: by, action: 'announce', personId: null, details });
      return null;
    });
    return begun ? err(begun) : found(await find(id));
  }

  /** Messages in flight are still delivered. */
  async function stop(id: string, by: number): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    await database.transaction(async (tx) => {
      const stopped = await endSending(tx, id);
      if (!stopped) return;
      const { sent, total } = stopped;
      const details = { announcement: id, sent, people: total, text: stopped.excerpt };
      await audit.write(tx, { actorId: by, action: 'stop-announcing', personId: null, details });
    });
    return found(await find(id));
  }

  /** For a message that was deleted. */
  const giveUp = (id: string): Promise<unknown> => database.transaction((tx) => endSending(tx, id));

  async function endSending(tx: Queries, id: string): Promise<AnnouncementRow | undefined> {
    // Recipients first, as in `finishRecipient`: the other order would deadlock on PostgreSQL.
    const people = tx.deleteFrom('announcement_people').where('announcement_id', '=', id);
    await people.where('lease_until', '<=', now()).execute();
    const stopped = await tx
      .updateTable('announcements')
      .set({ state: 'stopping' })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .returningAll()
      .executeTakeFirst();
    if (!stopped) return undefined;
    await release(tx, id);
    return stopped;
  }

  async function cancel(id: string, by: number): Promise<void> {
    await database.db
      .updateTable('announcements')
      .set({ state: 'cancelled' })
      .where('id', '=', id)
      .where('owner_id', '=', by)
      .where('state', '=', 'draft')
      .execute();
  }

  async function current(): Promise<Broadcast | null> {
    const row = await database.db
      .selectFrom('announcements')
      .selectAll()
      .where('started_at', 'is not', null)
      .where('closed_at', 'is', null)
      .where('state', '=', 'sending')
      .executeTakeFirst();
    return row ? broadcastOf(row) : null;
  }

  return { find, draft, audience, send, stop, giveUp, cancel, current };
}

async function addPeople(tx: Queries, id: string, by: number): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('announcement_people')
    .columns(['announcement_id', 'person_id'])
    .expression((eb) =>
      eb
        .selectFrom('people')
        .select([sql<string>`cast(${id} as text)`.as('announcement_id'), 'id as person_id'])
        .where('id', '<>', by)
        .where('unreachable_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Lets another broadcast start. */
export async function release(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('switches').where('name', '=', runningSwitch).where('value', '=', id).execute();
}

const found = (announcement: Broadcast | null): Result<Broadcast, Failure> =>
  announcement ? ok(announcement) : err({ code: 'announcement-unknown' });

export const broadcastOf = (row: AnnouncementRow): Broadcast => ({
  id: row.id,
  ownerId: row.owner_id,
  messageId: row.message_id,
  excerpt: row.excerpt,
  state: row.state,
  total: row.total,
  sent: row.sent,
  blocked: row.blocked,
  failed: row.failed,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  shownIn: row.shown_in,
});
