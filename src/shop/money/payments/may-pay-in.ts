import type { Failure } from '#domain/failure.ts';
import type { Queries } from '#storage/database.ts';

/** Null if this person may pay in. A blocked person may pay only what they owe. */
export async function refusalToPayIn(db: Queries, personId: number): Promise<Failure | null> {
  const person = await db
    .selectFrom('people')
    .leftJoin('wallets', 'wallets.person_id', 'people.id')
    .select(['people.paused_why', 'wallets.balance'])
    .where('people.id', '=', personId)
    .executeTakeFirst();
  if (person?.paused_why == null || (person.balance ?? 0) < 0) return null;
  return { code: 'person-paused', reason: person.paused_why };
}
