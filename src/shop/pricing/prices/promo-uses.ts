import { sql } from 'kysely';
import type { Rials } from '#domain/money.ts';
import type { Transaction } from '#storage/database.ts';

interface Claim {
  readonly promoId: number;
  readonly personId: number;
  /** Each order counts as one use. */
  readonly orders: readonly { readonly orderId: string; readonly discount: Rials }[];
  readonly at: number;
  /** The time at which the code must still be valid. */
  readonly validAt: number;
}

/**
 * Uses a code up when its orders are confirmed. One statement compares and sets the count, and two confirmations of one
 * person wait for each other at the locked wallet. False if too few uses are left; nothing is written then.
 */
export async function claimPromo(tx: Transaction, { promoId, personId, orders, at, validAt }: Claim): Promise<boolean> {
  const uses = orders.length;
  const claimed = await tx
    .updateTable('promo_codes')
    .set((eb) => ({ used: eb('used', '+', uses) }))
    .where('id', '=', promoId)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', validAt)]))
    .where((eb) => eb.or([eb('most_uses', 'is', null), eb(eb('used', '+', uses), '<=', eb.ref('most_uses'))]))
    .where((eb) =>
      eb.or([
        eb('most_each', 'is', null),
        sql<boolean>`(select count(*) from ${sql.table('promo_uses')} where promo_id = ${promoId} and person_id = ${personId}) + ${uses} <= most_each`,
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return false;
  await tx
    .insertInto('promo_uses')
    .values(
      orders.map(({ orderId, discount }) => ({
        order_id: orderId,
        promo_id: promoId,
        person_id: personId,
        discount,
        at,
      })),
    )
    .execute();
  return true;
}

/** Frees a use after the order was rejected or reversed. */
export async function releasePromo(tx: Transaction, orderId: string): Promise<void> {
  const use = await tx
    .deleteFrom('promo_uses')
    .where('order_id', '=', orderId)
    .returning('promo_id')
    .executeTakeFirst();
  if (!use) return;
  await tx
    .updateTable('promo_codes')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('id', '=', use.promo_id)
    .execute();
}
