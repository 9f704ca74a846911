import type { Failure } from '#domain/failure.ts';
import { ownersPause, shopPauses } from '#shop/sales-pause/sales-pause.ts';
import type { Queries } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';

const refusals = prepared((db, { buyerId }: { readonly buyerId: number }) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('people').select('paused_why').where('id', '=', buyerId).as('person'),
    eb.selectFrom('switches').select('value').where('name', '=', ownersPause).as('owner'),
    eb.selectFrom('switches').select('name').where('name', 'in', shopPauses).limit(1).as('shop'),
  ]),
);

/** Null: this person may buy, and the shop sells. The transaction that confirms asks this again. */
export async function refusalToBuy(db: Queries, buyerId: number): Promise<Failure | null> {
  const [paused] = await refusals(db, { buyerId });
  if (paused?.person != null) return { code: 'person-paused', reason: paused.person };
  if (paused?.owner != null) return { code: 'selling-paused', reason: paused.owner };
  return paused?.shop == null ? null : { code: 'selling-paused', reason: '' };
}
