import { can, type Permission, type Staff } from '#domain/access.ts';
import type { Language } from '#domain/language.ts';
import { nameWords } from '#domain/name-words.ts';
import type { Person } from '#domain/person.ts';
import type { Database, Queries } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { PersonRow } from '#storage/tables/tables.ts';
import { createOwnerList, type OwnerList } from './owner-list.ts';
import { searchNames } from './people-search.ts';
import { latestBought, purchasesIn } from './purchases.ts';

/** The sender of an update as Telegram describes them. */
interface Profile {
  readonly id: number;
  readonly name: string;
  readonly username?: string | null | undefined;
  readonly language: Language;
  /** The code of the link that brought them. Counts only at first contact. */
  readonly referralCode?: string | undefined;
  /** Whether the next screen shows their last purchases. */
  readonly withPurchases?: boolean;
  /** The row that was read with the update. Null if the person is new; undefined if it was not read. */
  readonly row?: PersonRow | null | undefined;
}

export type People = ReturnType<typeof createPeople>;

interface PeopleDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly ownerIds: readonly number[];
  /** Absent if only the settings name owners. */
  readonly ownerList?: Pick<OwnerList, 'ids' | 'note'>;
}

/** The last visit is written this often, because writing it at every press would cost a commit each. */
const seenEveryMs = 3_600_000;

/** Every update runs this, so that a removed role ends with the next press in every process. */
const personById = prepared((db, { id }: Pick<PersonRow, 'id'>) =>
  db.selectFrom('people').selectAll().where('id', '=', id),
);

/** Reads a person and their last purchases for the home screen in one statement. */
const personWithPurchases = prepared((db, { id }: Pick<PersonRow, 'id'>) =>
  db
    .selectFrom('people')
    .leftJoin(latestBought(db, id).as('bought'), (join) => join.onTrue())
    .selectAll(['people', 'bought'])
    .where('people.id', '=', id)
    .orderBy('bought.confirmed_at', 'desc'),
);

type UpsertedPerson = Pick<PersonRow, 'id' | 'name' | 'username' | 'language' | 'seen_at'>;

const insertPerson = (db: Queries, { id, name, username, language, seen_at }: UpsertedPerson) =>
  db.insertInto('people').values({
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
  });

/** Returns no row if another update has stored the person in the meantime. */
const createPerson = prepared((db, person: UpsertedPerson) =>
  insertPerson(db, person)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll(),
);

const upsertPerson = prepared((db, person: UpsertedPerson) =>
  insertPerson(db, person)
    .onConflict((conflict) => {
      const { name, username, seen_at } = person;
      return conflict.column('id').doUpdateSet({ name, username, unreachable_at: null, deleted_at: null, seen_at });
    })
    .returningAll(),
);

export function createPeople({ database, now, ownerIds: given, ownerList = createOwnerList(given) }: PeopleDeps) {
  const { db } = database;
  const { ids: ownerIds } = ownerList;
  const isOwner = (id: number) => ownerIds.includes(id);

  function personOf(row: PersonRow): Person {
    ownerList.note(row);
    return {
      id: row.id,
      name: shownName(row),
      language: row.language,
      unit: row.unit,
      role: isOwner(row.id) ? 'owner' : row.role,
      staff: staffOf(row),
      pausedWhy: row.paused_why,
    };
  }

  async function find(id: number): Promise<Person | null> {
    const [row] = await personById(db, { id });
    return row ? personOf(row) : null;
  }

  /** Whether the database allows it now. Actions check this in their transaction. */
  async function hasPermission(id: number, permission: Permission, queries: Queries = db): Promise<boolean> {
    if (isOwner(id)) return true;
    const [row] = await personById(queries, { id });
    return row !== undefined && row.paused_why === null && can(personOf(row), permission);
  }

  /** Owners and staff who may do this now: the recipients of the shop's work. */
  async function withPermission(permission: Permission, queries: Queries = db): Promise<number[]> {
    const rows = await queries.selectFrom('people').selectAll().where('staff_role', 'is not', null).execute();
    const staff = rows.filter((row) => row.paused_why === null && can(personOf(row), permission)).map(({ id }) => id);
    return [...new Set([...ownerIds, ...staff])];
  }

  /** Names of people; unknown ones are left out. */
  async function names(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map((row) => [row.id, shownName(row)]));
  }

  /** Finds people by words of their name or the beginning of their username, those seen lately first. */
  const search = (words: string, limit: number): Promise<number[]> => searchNames(database, words, limit);

  /** Uses the language only at first contact; later the person changes it. */
  async function loadOrCreate(profile: Profile): Promise<Person> {
    const { id, row } = profile;
    if (!profile.withPurchases)
      return recordContact(profile, row === undefined ? (await personById(db, { id }))[0] : (row ?? undefined));
    const rows = await personWithPurchases(db, { id });
    return { ...(await recordContact(profile, rows[0])), purchases: purchasesIn(rows) };
  }

  async function recordContact(
    { id, name, username: typed, language, referralCode }: Profile,
    known: PersonRow | undefined,
  ): Promise<Person> {
    const at = now();
    const username = typed?.toLowerCase() ?? null;
    const same = known && known.name === name && known.username === username;
    const seen = known && known.unreachable_at === null && known.deleted_at === null;
    if (same && seen && known.seen_at > at - seenEveryMs) return personOf(known);
    const contact = { id, name, username, language, seen_at: at };
    let isNew = false;
    const rename = async (tx: Queries) => {
      const created = known ? [] : await createPerson(tx, contact);
      isNew = created.length > 0;
      if (isNew && referralCode !== undefined)
        await recordReferral(tx, { personId: id, code: referralCode, at }, isOwner);
      const rows = isNew ? created : await upsertPerson(tx, contact);
      await indexName(tx, id, name);
      return rows;
    };
    const [row] =
      known?.name === name
        ? await database.write((tx) => upsertPerson(tx, contact))
        : await database.transaction(rename);
    if (!row) throw new Error('A person was neither found nor written.');
    return { ...personOf(row), isNew };
  }

  async function setPreferences(id: number, choice: Partial<Pick<Person, 'language' | 'unit'>>): Promise<void> {
    if (Object.keys(choice).length === 0) return;
    await db.updateTable('people').set(choice).where('id', '=', id).execute();
  }

  async function setReachable(id: number, isReachable: boolean): Promise<void> {
    const unreachable_at = isReachable ? null : now();
    await db.updateTable('people').set({ unreachable_at }).where('id', '=', id).execute();
  }

  const markUnreachable = (id: number): Promise<void> => setReachable(id, false);

  return {
    isOwner,
    hasPermission,
    withPermission,
    find,
    names,
    search,
    loadOrCreate,
    setPreferences,
    setReachable,
    markUnreachable,
  };
}

/** A person who deleted their data has no name. */
const shownName = ({ id, name }: Pick<PersonRow, 'id' | 'name'>): string => (name === '' ? String(id) : name);

const staffOf = ({ staff_role: role, staff_credit, staff_decides }: PersonRow): Staff | null =>
  role === null ? null : { role, dailyCredit: staff_credit, decides: staff_decides === 1 };

async function indexName(tx: Queries, personId: number, name: string): Promise<void> {
  await tx.deleteFrom('person_words').where('person_id', '=', personId).execute();
  const words = nameWords(name).map((word) => ({ word, person_id: personId }));
  if (words.length > 0)
    await tx
      .insertInto('person_words')
      .values(words)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

interface Newcomer {
  readonly personId: number;
  /** The code of the link that brought them. */
  readonly code: string;
  readonly at: number;
}

/**
 * Records a referral in the transaction that stores a newcomer, because a link counts only at first contact. Ignores
 * unknown links, one's own, and those of and for owners.
 */
export async function recordReferral(
  tx: Queries,
  { personId, code, at }: Newcomer,
  isOwner: (personId: number) => boolean,
): Promise<void> {
  const referrer = await tx
    .selectFrom('referral_links')
    .innerJoin('people', 'people.id', 'referral_links.person_id')
    .select('people.id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (!referrer || referrer.id === personId || isOwner(referrer.id) || isOwner(personId)) return;
  const row = { person_id: personId, referrer_id: referrer.id, at, void_why: null };
  await tx
    .insertInto('referrals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
