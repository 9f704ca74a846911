import { type RawBuilder, sql } from 'kysely';
import { nameWords } from '#domain/name-words.ts';
import type { Database } from '#storage/database.ts';

/** A text that sorts after every text with this beginning. */
const after = (beginning: string): string => `${beginning}\u{10ffff}`;

/** A single letter would find half of all people. */
const shortestBeginning = 2;
const lastOf = (beginning: string): string =>
  [...beginning].length < shortestBeginning ? beginning : after(beginning);

/** How many matching people are compared by their last visit. Whole words come before longer ones. */
const mostCompared = 200;

/** Finds people by beginnings of words in any order, those seen lately first. Each query reads an index. */
export async function searchNames(database: Database, typed: string, limit: number): Promise<number[]> {
  const ids = [...(await idsByName(database, nameWords(typed))), ...(await idsByUsername(database, typed))];
  if (ids.length === 0) return [];
  const rows = await database.db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

async function idsByName({ db }: Database, words: readonly string[]): Promise<number[]> {
  // Starts with the longest word, which leaves the fewest people to look at.
  const [first, ...more] = words.toSorted((a, b) => b.length - a.length);
  if (first === undefined) return [];
  let query = db
    .selectFrom('person_words as named')
    .select('named.person_id')
    .where('named.word', '>=', first)
    .where('named.word', '<=', lastOf(first));
  for (const word of more)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('person_words as other')
          .select('other.word')
          .whereRef('other.person_id', '=', 'named.person_id')
          .where('other.word', '>=', word)
          .where('other.word', '<=', lastOf(word)),
      ),
    );
  const rows = await query.orderBy('named.word').limit(mostCompared).execute();
  return rows.map(({ person_id }) => person_id);
}

async function idsByUsername({ db, kind }: Database, typed: string): Promise<number[]> {
  const username = typed.trim().replace(/^@/, '').toLowerCase();
  const stored: RawBuilder<string> = kind === 'sqlite' ? sql`username` : sql`username collate "C"`;
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where(stored, '>=', username)
    .where(stored, '<=', lastOf(username))
    .orderBy(stored)
    .limit(mostCompared)
    .execute();
  return rows.map(({ id }) => id);
}
