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
  /** Our copy of it in the owner's chat. */
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

export interface Draft {
  /** The update that brought it: delivered again, it is the same draft. */
  readonly origin: string;
  readonly by: number;
  readonly messageId: number;
  readonly excerpt: string;
}

/** Who would get one now. */
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

/** There is one row of this name while one is under way: a second one has to wait. */
const underWay = 'announcing';

/** One message for everyone who ever wrote to us: drafted, looked at, sent, perhaps stopped. */
export function createBroadcasts({ database, audit, people, now }: BroadcastsDeps) {
  async function find(id: string): Promise<Broadcast | null> {
    const row = await database.db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? broadcastOf(row) : null;
  }

  async function draft({ origin, by, messageId, excerpt }: Draft): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const id = orderIdFrom(`announce:${origin}`);
    const fresh = { state: 'draft', started_at: null, ended_at: null, shown_in: null, closed_at: null } as const;
    await database.db
      .insertInto('announcements')
      .values({ id, owner_id: by, message_id: messageId, excerpt, created_at: now(), ...fresh })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return found(await find(id));
  }

  /** Whoever announces has seen it already. Whoever is paused reads it like everyone else. */
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

  /**
   * Begins it: from here on it is the crier's. Who gets it is decided now, so that a newcomer does not. Two taps are one
   * announcement; one that comes while another is under way is refused.
   */
  async function send(id: string, by: number, shownIn: number | null): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const begun = await database.transaction(async (tx): Promise<Failure | null> => {
      const switched = await tx
        .insertInto('switches')
        .values({ name: underWay, value: id, actor: `person:${by}`, at: now() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (switched.numInsertedOrUpdatedRows !== 1n) {
        const other = await tx.selectFrom('switches').select('value').where('name', '=', underWay).executeTakeFirst();
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

  /** Nobody gets it any more but those to whom it is on its way at this moment. */
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

  /** The message itself is gone, so nobody can get it: stopped by nobody. */
  const giveUp = (id: string): Promise<unknown> => database.transaction((tx) => endSending(tx, id));

  async function endSending(tx: Queries, id: string): Promise<AnnouncementRow | undefined> {
    // Its people first, itself second, as whoever counts one of them does; the other way round is a deadlock on PostgreSQL.
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

  /** The one that is being sent, if one is. */
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

/** Another may begin. */
export async function release(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('switches').where('name', '=', underWay).where('value', '=', id).execute();
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
