import { type RawBuilder, sql } from 'kysely';
import { nameWords } from '../../domain/name-words.ts';
import type { Database } from '../../storage/database.ts';

/** Sorts after every text that begins like this. */
const after = (beginning: string): string => `${beginning}\u{10ffff}`;

/** A single letter would find half of all people. */
const shortestBeginning = 2;

/** Words may be given by how they begin, in any order. Every part of the query uses an index. */
export async function searchNames({ db, kind }: Database, typed: string, limit: number): Promise<number[]> {
  const beginnings = nameWords(typed).map((word) =>
    db
      .selectFrom('person_words')
      .select('person_id')
      .where('word', '>=', word)
      .where('word', '<=', [...word].length < shortestBeginning ? word : after(word)),
  );
  const [first, ...more] = beginnings;
  const username = typed.trim().replace(/^@/, '').toLowerCase();
  const stored: RawBuilder<string> = kind === 'sqlite' ? sql`username` : sql`username collate "C"`;
  const byUsername = db
    .selectFrom('people')
    .select('id as person_id')
    .where(stored, '>=', username)
    .where(stored, '<=', username.length < shortestBeginning ? username : after(username));
  const byName = first && more.reduce((query, beginning) => query.where('person_id', 'in', beginning), first);
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', 'in', byName ? byName.union(byUsername) : byUsername)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
