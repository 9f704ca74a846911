import { purchaseBody } from '../../gateway/purchase-body.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Order, orderOf } from './order.ts';
import type { Priced } from './pricing.ts';

export interface NewQuote {
  readonly id: string;
  readonly buyerId: number;
  readonly mobile: string;
  readonly priced: Priced;
  readonly key: string;
  readonly code: string;
  readonly batchId: string | null;
  readonly at: number;
  readonly expiresAt: number;
}

/** Writes a quote with its key, its code and its request. Null: its id or its code is taken. */
export async function insertQuote(tx: Transaction, quote: NewQuote): Promise<Order | null> {
  const { id, buyerId, mobile, priced, key, code, batchId, at, expiresAt } = quote;
  const { productId, offer, profileId, price } = priced;
  const row = await tx
    .insertInto('orders')
    .values({
      id,
      buyer_id: buyerId,
      state: 'quoted',
      kind: priced.item.kind,
      product_id: productId,
      offer_code: offer?.code ?? null,
      offer_type: offer?.type ?? null,
      profile_id: profileId,
      product_type: priced.productType,
      operator_id: priced.operatorId,
      sim_type: priced.simType,
      title: priced.title,
      title_en: priced.titleEn,
      days: priced.days,
      mobile,
      named_amount: priced.item.kind === 'product' ? priced.item.amount : null,
      ...price,
      idempotency_key: key,
      webservice_code: code,
      body: purchaseBody({ productId, mobile, price: price.total, webserviceCode: code, offer, profileId }),
      quoted_at: at,
      expires_at: expiresAt,
      confirmed_at: null,
      ended_at: null,
      message_id: null,
      outcome: null,
      batch_id: batchId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const event = {
    order_id: id,
    at,
    actor: `person:${buyerId}`,
    from_state: null,
    to_state: 'quoted',
    why: 'asked for',
  } as const;
  await tx.insertInto('order_events').values(event).execute();
  return orderOf(row);
}
