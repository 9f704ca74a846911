import { sql } from 'kysely';
import type { Language, Unit } from '../../domain/money.ts';
import type { Role } from '../../domain/role.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { PersonRow } from '../../storage/tables.ts';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
  readonly unit: Unit;
  readonly role: Role;
  readonly pausedWhy: string | null;
}

interface Newcomer {
  readonly id: number;
  readonly name: string;
  readonly username?: string | undefined;
  readonly language: Language;
}

export type People = ReturnType<typeof createPeople>;

interface PeopleDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly ownerIds: readonly number[];
}

/** Writing the last-seen time at every press would cost a commit each. */
const seenEveryMs = 3_600_000;

/** Queried at every update. */
const personById = prepared((db, { id }: Pick<PersonRow, 'id'>) =>
  db.selectFrom('people').selectAll().where('id', '=', id),
);

type Greeting = Pick<PersonRow, 'id' | 'name' | 'username' | 'language' | 'seen_at'>;

const greet = prepared((db, { id, name, username, language, seen_at }: Greeting) =>
  db
    .insertInto('people')
    .values({
      id,
      name,
      username,
      language,
      unit: 'toman',
      role: 'customer',
      paused_why: null,
      unreachable_at: null,
      created_at: seen_at,
      seen_at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, username, unreachable_at: null, seen_at }))
    .returningAll(),
);

export function createPeople({ database, now, ownerIds }: PeopleDeps) {
  const { db } = database;
  const isOwner = (id: number) => ownerIds.includes(id);

  const personOf = (row: PersonRow): Person => ({
    id: row.id,
    name: row.name,
    language: row.language,
    unit: row.unit,
    role: isOwner(row.id) ? 'owner' : row.role,
    pausedWhy: row.paused_why,
  });

  async function find(id: number): Promise<Person | null> {
    const [row] = await personById(db, { id });
    return row ? personOf(row) : null;
  }

  /** Unknown people are left out. */
  async function names(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Those whose name contains the words, or whose username begins with them; seen lately first. */
  async function search(words: string, limit: number): Promise<number[]> {
    const literal = words
      .trim()
      .replace(/^@/, '')
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&');
    if (literal === '') return [];
    const rows = await db
      .selectFrom('people')
      .select('id')
      .where(
        sql<boolean>`lower(name) like ${`%${literal}%`} escape '\\' or lower(username) like ${`${literal}%`} escape '\\'`,
      )
      .orderBy('seen_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The language is used at first contact only; later the person changes it. */
  async function meet({ id, name, username, language }: Newcomer): Promise<Person> {
    const at = now();
    const [known] = await personById(db, { id });
    const isSame = known?.name === name && known.username === (username ?? null);
    if (isSame && known.unreachable_at === null && known.seen_at > at - seenEveryMs) return personOf(known);
    const greeting = { id, name, username: username ?? null, language, seen_at: at };
    const [row] = await database.write((shared) => greet(shared, greeting));
    if (!row) throw new Error('A person was neither found nor written.');
    return personOf(row);
  }

  async function prefer(id: number, choice: Partial<Pick<Person, 'language' | 'unit'>>): Promise<void> {
    if (Object.keys(choice).length === 0) return;
    await db.updateTable('people').set(choice).where('id', '=', id).execute();
  }

  /** Cleared by their next message. */
  async function markUnreachable(id: number): Promise<void> {
    await db.updateTable('people').set({ unreachable_at: now() }).where('id', '=', id).execute();
  }

  return { isOwner, find, names, search, meet, prefer, markUnreachable };
}
