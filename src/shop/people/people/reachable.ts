import { settlementPause } from '#domain/settlement.ts';
import type { Queries } from '#storage/database.ts';

/**
 * False if the owner paused them, they blocked the bot, or they are unknown. A pause for an unpaid statement does not
 * count.
 */
export async function isReachable(db: Queries, personId: number): Promise<boolean> {
  const person = await db
    .selectFrom('people')
    .select(['paused_why', 'unreachable_at'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined || person.unreachable_at !== null) return false;
  return person.paused_why === null || person.paused_why === settlementPause;
}

/** Whether a person sells to others. Sellers get one message about all their customers. */
export async function isSeller(
  db: Queries,
  personId: number,
  isOwner: (personId: number) => boolean,
): Promise<boolean> {
  if (isOwner(personId)) return true;
  const person = await db.selectFrom('people').select('role').where('id', '=', personId).executeTakeFirst();
  return person?.role === 'agent';
}
