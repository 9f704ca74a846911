import type { Rials } from '#domain/money.ts';
import type { ItemFacts, OrderSource, OrderState } from '#domain/order.ts';
import type { Mobile } from '#domain/phone.ts';
import type { SimType } from '#domain/product.ts';
import type { NamedPrice } from '#domain/quote.ts';
import type { ItemColumns } from '#storage/tables/item.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

/** An order as plain data for the shop and the bot. */
export interface Order extends ItemFacts {
  readonly id: string;
  readonly buyerId: number;
  readonly state: OrderState;
  readonly item: OrderedItem;
  readonly mobile: Mobile;
  readonly base: Rials;
  readonly vat: Rials;
  /** What the gateway gets. */
  readonly total: Rials;
  /** What the buyer pays. */
  readonly charge: Rials;
  /** What the shop pays the gateway; null if unknown. */
  readonly cost: Rials | null;
  readonly profit: number | null;
  /** The name of the fee or discount. */
  readonly priceName: string | null;
  /** A promo code in the charge. */
  readonly promo: { readonly id: number; readonly code: string; readonly discount: Rials } | null;
  /** For support, the owner and the gateway. */
  readonly code: string;
  readonly quotedAt: number;
  readonly expiresAt: number;
  readonly confirmedAt: number | null;
  readonly endedAt: number | null;
  readonly attempts: number;
  readonly outcome: string | null;
  readonly batchId: string | null;
  /** When the owner reversed the delivery; null if never. */
  readonly reversedAt: number | null;
  /** Where it was ordered; null for the chat. */
  readonly source: OrderSource | null;
  /** Set by a restore: since when the gateway may know the key although this database does not. */
  readonly possiblySentAt: number | null;
  /** The quote of the same sale that replaced this one, or null. */
  readonly supersededBy: string | null;
}

/** What was ordered, so that it can be ordered again. */
export type OrderedItem =
  | ({ readonly kind: 'product'; readonly productId: number } & NamedPrice)
  | { readonly kind: 'offer'; readonly code: string; readonly type: string };

export interface PurchaseIntent {
  readonly item: OrderedItem;
  readonly mobile: Mobile;
  readonly simType: SimType;
}

export const intentOf = ({ item, mobile, simType }: Order): PurchaseIntent => ({ item, mobile, simType });

export const promoIn = ({
  promo_id: id,
  promo_code: code,
  promo_discount: discount,
}: Pick<OrderRow, 'promo_id' | 'promo_code' | 'promo_discount'>): Order['promo'] =>
  id === null ? null : { id, code: code ?? '', discount: discount ?? 0 };

/** Written out for queries that PostgreSQL plans once: see `prepared`. */
export const orderColumns = Object.keys({
  id: true,
  buyer_id: true,
  state: true,
  kind: true,
  product_id: true,
  offer_code: true,
  offer_type: true,
  profile_id: true,
  product_type: true,
  operator_id: true,
  sim_type: true,
  title: true,
  title_en: true,
  days: true,
  mobile: true,
  named_amount: true,
  named_credit: true,
  base: true,
  vat: true,
  total: true,
  charge: true,
  cost: true,
  profit: true,
  price_name: true,
  promo_id: true,
  promo_code: true,
  promo_discount: true,
  idempotency_key: true,
  webservice_code: true,
  body: true,
  route: true,
  quoted_at: true,
  expires_at: true,
  paying_until: true,
  confirmed_at: true,
  ended_at: true,
  attempts: true,
  next_attempt_at: true,
  lease_until: true,
  outcome: true,
  batch_id: true,
  paid_by: true,
  reversed_at: true,
  source: true,
  possibly_sent_at: true,
  superseded_by: true,
} satisfies Record<keyof OrderRow, true>) as (keyof OrderRow)[];

export const itemFactsOf = (row: ItemColumns): ItemFacts => ({
  productType: row.product_type,
  operatorId: row.operator_id,
  simType: row.sim_type,
  title: row.title,
  titleEn: row.title_en,
  days: row.days,
  profileId: row.profile_id,
});

export const itemFactColumns = (facts: ItemFacts) => ({
  product_type: facts.productType,
  operator_id: facts.operatorId,
  sim_type: facts.simType,
  title: facts.title,
  title_en: facts.titleEn,
  days: facts.days,
  profile_id: facts.profileId,
});

export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    buyerId: row.buyer_id,
    state: row.state,
    item:
      row.kind === 'offer'
        ? { kind: 'offer', code: row.offer_code ?? '', type: row.offer_type ?? '' }
        : { kind: 'product', productId: row.product_id, amount: row.named_amount, credit: row.named_credit },
    ...itemFactsOf(row),
    mobile: row.mobile,
    base: row.base,
    vat: row.vat,
    total: row.total,
    charge: row.charge,
    cost: row.cost,
    profit: row.profit,
    priceName: row.price_name,
    promo: promoIn(row),
    code: row.webservice_code,
    quotedAt: row.quoted_at,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
    endedAt: row.ended_at,
    attempts: row.attempts,
    outcome: row.outcome,
    batchId: row.batch_id,
    reversedAt: row.reversed_at,
    source: row.source,
    possiblySentAt: row.possibly_sent_at,
    supersededBy: row.superseded_by,
  };
}
