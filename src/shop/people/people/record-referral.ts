import type { Queries } from '#storage/database.ts';

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
