import { type ExpressionBuilder, expressionBuilder } from 'kysely';
import type { Failure } from '#domain/failure.ts';
import { ownersPause, restorePause, shopPauses } from '#shop/base/sales-pause/sales-pause.ts';
import type { Queries } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { Tables } from '#storage/tables/tables.ts';

interface Refusals {
  readonly person: string | null;
  readonly owner: string | null;
  readonly shop: string | null;
}

const subqueries: ExpressionBuilder<Tables, never> = expressionBuilder();

/** For a statement that the confirmation runs anyway. */
export const refusalColumns = (buyerId: number) => [
  subqueries.selectFrom('people').select('paused_why').where('id', '=', buyerId).as('person'),
  subqueries.selectFrom('switches').select('value').where('name', '=', ownersPause).as('owner'),
  // That of a restore is the last of them.
  subqueries.selectFrom('switches').select('name').where('name', 'in', shopPauses).orderBy('name').limit(1).as('shop'),
];

const refusals = prepared((db, { buyerId }: { readonly buyerId: number }) =>
  db.selectNoFrom(refusalColumns(buyerId)).$castTo<Refusals>(),
);

/** Null if this person may buy and the shop sells; `isAskedAgain` ignores the pause of a restored shop. */
export function refusalIn({ person, owner, shop }: Refusals, isAskedAgain = false): Failure | null {
  if (person !== null) return { code: 'person-paused', reason: person };
  if (owner !== null) return { code: 'selling-paused', reason: owner };
  return shop === null || (isAskedAgain && shop === restorePause) ? null : { code: 'selling-paused', reason: '' };
}

/** The confirming transaction checks this again. */
export async function refusalToBuy(db: Queries, buyerId: number): Promise<Failure | null> {
  const [found] = await refusals(db, { buyerId });
  return found ? refusalIn(found) : null;
}
