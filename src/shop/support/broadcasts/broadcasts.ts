import { sql } from 'kysely';
import { dayMs } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { fallbackLanguage, type Language } from '#domain/language.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Queries } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { addSwitch, readSwitch } from '#storage/switches.ts';
import type { AnnouncementRow } from '#storage/tables/tables.ts';
import { type Audience, everyone, peopleOf, readAudience, writeAudience } from './audience.ts';

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
  readonly audience: Audience;
  readonly button: BroadcastButton | null;
  readonly plannedAt: number | null;
}

/** The button below every copy, labelled in the reader's language. */
export interface BroadcastButton {
  /** Labels by language. Languages added after the broadcast was stored are missing. */
  readonly label: Partial<Readonly<Record<Language, string>>>;
  /** What the button opens. Opaque here; the sender of the copies writes it. */
  readonly data: string;
}

interface Draft {
  /** Identifies the update, so that a repeated one finds the same draft. */
  readonly idempotencySource: string;
  readonly by: number;
  readonly messageId: number;
  readonly excerpt: string;
}

export interface Reach {
  readonly reachable: number;
  readonly blocked: number;
}

/** Limits plans, because a broadcast further ahead would be forgotten. */
const longestAheadMs = 60 * dayMs;

export type Broadcasts = ReturnType<typeof createBroadcasts>;

interface BroadcastsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
}

/** This switch exists while a broadcast runs, so that a second one cannot start. */
const runningSwitch = 'announcing';

export function createBroadcasts({ database, audit, people, now }: BroadcastsDeps) {
  async function find(id: string): Promise<Broadcast | null> {
    const row = await database.db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? broadcastOf(row) : null;
  }

  async function draft({ idempotencySource, by, messageId, excerpt }: Draft): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const id = idFrom(`announce:${idempotencySource}`);
    const fresh = { state: 'draft', started_at: null, ended_at: null, shown_in: null, closed_at: null } as const;
    await database.db
      .insertInto('announcements')
      .values({ id, owner_id: by, message_id: messageId, excerpt, created_at: now(), ...fresh })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return orUnknown(await find(id));
  }

  async function reach(by: number, audience: Audience = everyone): Promise<Reach> {
    const { all, reachable } = await peopleOf(database.db, audience, by, now())
      .select((eb) => [
        eb.fn.countAll<number>().as('all'),
        sql<number>`count(case when unreachable_at is null then 1 end)`.as('reachable'),
      ])
      .executeTakeFirstOrThrow();
    return { reachable, blocked: all - reachable };
  }

  /** Changes the audience or the button of a draft. */
  async function change(
    id: string,
    by: number,
    changes: { readonly audience: Audience } | { readonly button: BroadcastButton | null },
  ): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const set =
      'audience' in changes
        ? { audience: writeAudience(changes.audience) }
        : { button: changes.button === null ? null : JSON.stringify(changes.button) };
    await database.db
      .updateTable('announcements')
      .set(set)
      .where('id', '=', id)
      .where('owner_id', '=', by)
      .where('state', '=', 'draft')
      .execute();
    return orUnknown(await find(id));
  }

  /** Plans a draft, which any process then sends. A second tap changes nothing. */
  async function plan(id: string, by: number, at: number): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    if (at <= now() || at > now() + longestAheadMs) return err({ code: 'time-invalid' });
    await database.transaction(async (tx) => {
      const row = await tx
        .updateTable('announcements')
        .set({ state: 'planned', planned_at: at })
        .where('id', '=', id)
        .where('owner_id', '=', by)
        .where('state', '=', 'draft')
        .returning('excerpt')
        .executeTakeFirst();
      if (!row) return;
      const details = { announcement: id, at, text: row.excerpt };
      await audit.write(tx, { actorId: by, action: 'plan-announcement', personId: null, details });
    });
    return orUnknown(await find(id));
  }

  /** Planned broadcasts, the next one first, including those that a restore turned into drafts. */
  async function planned(): Promise<Broadcast[]> {
    const rows = await database.db
      .selectFrom('announcements')
      .selectAll()
      .where('state', 'in', ['draft', 'planned'])
      .where('planned_at', 'is not', null)
      .orderBy('planned_at')
      .execute();
    return rows.map(broadcastOf);
  }

  /** Starts due broadcasts. They wait while another one is running. */
  async function startPlanned(): Promise<void> {
    const due = await database.db
      .selectFrom('announcements')
      .select(['id', 'owner_id'])
      .where('state', '=', 'planned')
      .where('planned_at', '<=', now())
      .orderBy('planned_at')
      .execute();
    // Broadcasts of a former owner are cancelled.
    for (const { id, owner_id: by } of due) await (people.isOwner(by) ? send(id, by, null) : cancel(id, by));
  }

  /** Fixes the recipients and starts sending. Refused while another broadcast runs; a second tap changes nothing. */
  async function send(id: string, by: number, shownIn: number | null): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const failure = await database.transaction(async (tx): Promise<Failure | null> => {
      const isFirst = await addSwitch(tx, { name: runningSwitch, value: id, actor: `person:${by}`, at: now() });
      if (!isFirst) {
        const other = await readSwitch(tx, runningSwitch);
        return other && other.value !== id ? { code: 'announcing-already' } : null;
      }
      const row = await tx
        .updateTable('announcements')
        .set({ state: 'sending', started_at: now() })
        .where('id', '=', id)
        .where('state', 'in', ['draft', 'planned'])
        .returning(['excerpt', 'audience', 'owner_id'])
        .executeTakeFirst();
      if (!row) {
        await release(tx, id);
        return null;
      }
      const total = await addPeople(tx, id, peopleOf(tx, readAudience(row.audience), by, now()));
      // Only its author's chat shows the progress.
      const shown_in = row.owner_id === by ? shownIn : null;
      await tx.updateTable('announcements').set({ total, shown_in }).where('id', '=', id).execute();
      const details = { announcement: id, people: total, text: row.excerpt };
      await audit.write(tx, { actorId: by, action: 'announce', personId: null, details });
      return null;
    });
    return failure ? err(failure) : orUnknown(await find(id));
  }

  /** Stops a broadcast. Messages in flight are still delivered. */
  async function stop(id: string, by: number): Promise<Result<Broadcast, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    await database.transaction(async (tx) => {
      const stopped = await endSending(tx, id);
      if (!stopped) return;
      const { sent, total } = stopped;
      const details = { announcement: id, sent, people: total, text: stopped.excerpt };
      await audit.write(tx, { actorId: by, action: 'stop-announcing', personId: null, details });
    });
    return orUnknown(await find(id));
  }

  /** Stops a broadcast whose message was deleted. */
  const abandon = (id: string): Promise<unknown> => database.transaction((tx) => endSending(tx, id));

  async function endSending(tx: Queries, id: string): Promise<AnnouncementRow | undefined> {
    // Deletes recipients first, like `finishRecipient`; the other order would deadlock on PostgreSQL.
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

  /** Cancels a draft of its author, or a planned broadcast, which every owner sees. */
  async function cancel(id: string, by: number): Promise<void> {
    await database.transaction(async (tx) => {
      const cancelled = await tx
        .updateTable('announcements')
        .set({ state: 'cancelled' })
        .where('id', '=', id)
        .where((eb) =>
          eb.or([eb('owner_id', '=', by), ...(people.isOwner(by) ? [eb('planned_at', 'is not', null)] : [])]),
        )
        .where('state', 'in', ['draft', 'planned'])
        .returning(['excerpt', 'planned_at'])
        .executeTakeFirst();
      if (!cancelled || cancelled.planned_at === null) return;
      const details = { announcement: id, text: cancelled.excerpt };
      await audit.write(tx, { actorId: by, action: 'cancel-announcement', personId: null, details });
    });
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

  return { find, draft, reach, change, plan, planned, startPlanned, send, stop, abandon, cancel, current };
}

async function addPeople(tx: Queries, id: string, people: ReturnType<typeof peopleOf>): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('announcement_people')
    .columns(['announcement_id', 'person_id'])
    .expression(
      people
        .select([sql<string>`cast(${id} as text)`.as('announcement_id'), 'people.id as person_id'])
        .where('people.unreachable_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Lets another broadcast start. */
export async function release(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('switches').where('name', '=', runningSwitch).where('value', '=', id).execute();
}

const orUnknown = (announcement: Broadcast | null): Result<Broadcast, Failure> =>
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
  audience: readAudience(row.audience),
  button: row.button === null ? null : (JSON.parse(row.button) as BroadcastButton),
  plannedAt: row.planned_at,
});

export const labelFor = ({ label }: Pick<BroadcastButton, 'label'>, language: Language): string =>
  label[language] ?? label[fallbackLanguage] ?? '';
