import { sql } from 'kysely';
import type { Transaction } from '../../storage/database.ts';

interface Use {
  readonly orderId: string;
  readonly promoId: number;
  readonly personId: number;
  readonly discount: number;
  readonly at: number;
}

/**
 * Uses a code up with the confirmation of its order. The count is compared and set in one statement, and two orders of one
 * person wait for each other at the wallet, which is locked before. False: none is left, and nothing was written.
 */
export async function claimPromo(tx: Transaction, { orderId, promoId, personId, discount, at }: Use): Promise<boolean> {
  const claimed = await tx
    .updateTable('promo_codes')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', promoId)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .where((eb) => eb.or([eb('most_uses', 'is', null), eb('used', '<', eb.ref('most_uses'))]))
    .where((eb) =>
      eb.or([
        eb('most_each', 'is', null),
        sql<boolean>`(select count(*) from promo_uses where promo_id = ${promoId} and person_id = ${personId}) < most_each`,
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return false;
  await tx
    .insertInto('promo_uses')
    .values({ order_id: orderId, promo_id: promoId, person_id: personId, discount, at })
    .execute();
  return true;
}

/** The order was not bought: its use is free again. */
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
