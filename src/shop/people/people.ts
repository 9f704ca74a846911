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

const greet = prepared((db, { id, name, language, seen_at }: Pick<PersonRow, 'id' | 'name' | 'language' | 'seen_at'>) =>
  db
    .insertInto('people')
    .values({
      id,
      name,
      language,
      unit: 'toman',
      role: 'customer',
      paused_why: null,
      unreachable_at: null,
      created_at: seen_at,
      seen_at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, unreachable_at: null, seen_at }))
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

  /** The language is used at first contact only; later the person changes it. */
  async function meet({ id, name, language }: Newcomer): Promise<Person> {
    const at = now();
    const [known] = await personById(db, { id });
    const current = known && known.name === name && known.unreachable_at === null && known.seen_at > at - seenEveryMs;
    if (current) return personOf(known);
    const [row] = await database.write((shared) => greet(shared, { id, name, language, seen_at: at }));
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

  return { isOwner, find, names, meet, prefer, markUnreachable };
}
