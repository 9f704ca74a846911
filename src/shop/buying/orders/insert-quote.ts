import type { OrderSource } from '#domain/order.ts';
import { purchaseBody } from '#gateway/purchase-body.ts';
import type { Queries, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { itemFactColumns, type Order, orderColumns, orderOf } from './order.ts';
import type { Priced } from './pricing.ts';
import { countOpenQuotes, olderQuotes } from './same-sale.ts';
import { writeEvent } from './transition.ts';

export interface NewQuote {
  readonly id: string;
  readonly buyerId: number;
  readonly mobile: string;
  readonly priced: Priced;
  /** How the request reaches the gateway. */
  readonly route: string;
  readonly key: string;
  readonly code: string;
  readonly batchId: string | null;
  /** Absent: the chat. */
  readonly source?: OrderSource;
  readonly at: number;
  readonly expiresAt: number;
}

/** Columns that later steps write. */
const later = [
  'state',
  'paying_until',
  'confirmed_at',
  'ended_at',
  'attempts',
  'next_attempt_at',
  'lease_until',
  'outcome',
  'paid_by',
  'reversed_at',
  'possibly_sent_at',
  'superseded_by',
] as const;

type QuoteValues = Omit<OrderRow, (typeof later)[number]>;

const columns = orderColumns.filter(
  (column): column is keyof QuoteValues => !(later as readonly string[]).includes(column),
);

const insertedQuote = (db: Queries, quote: QuoteValues) => {
  const values = Object.fromEntries(columns.map((column) => [column, quote[column]])) as typeof quote;
  const still = { state: 'quoted', confirmed_at: null, ended_at: null, outcome: null } as const;
  return db
    .insertInto('orders')
    .values({ ...values, ...still })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll();
};

const writeQuote = prepared(insertedQuote);

const writeCountedQuote = prepared((db, quote: QuoteValues & { readonly replaces: string | null }) =>
  insertedQuote(db, quote).returning([countOpenQuotes().as('open'), olderQuotes(quote.replaces).as('older')]),
);

/** Null if its id or its code is taken. */
export async function insertQuote(tx: Transaction, quote: NewQuote): Promise<Order | null> {
  const [row] = await writeQuote(tx, valuesOf(quote));
  return row ? asked(tx, row) : null;
}

export interface CountedQuote {
  readonly order: Order;
  /** How many open quotes this buyer has, without lists; the count may include this one. */
  readonly open: number;
  /** Those of the same sale. */
  readonly older: readonly string[];
}

/** `replaces` is the order that it is made from. */
export async function insertCountedQuote(
  tx: Transaction,
  quote: NewQuote,
  replaces: string | null,
): Promise<CountedQuote | null> {
  const [row] = await writeCountedQuote(tx, { ...valuesOf(quote), replaces });
  return row ? { order: await asked(tx, row), open: row.open ?? 0, older: row.older?.split(' ') ?? [] } : null;
}

/** Its key is derived, and may have been used before a restore: the gateway may know it since then. */
export async function markPossiblySent(tx: Transaction, id: string, at: number): Promise<void> {
  await tx.updateTable('orders').set({ possibly_sent_at: at }).where('id', '=', id).execute();
}

function valuesOf(quote: NewQuote): QuoteValues {
  const { id, buyerId, mobile, priced, route, key, code, batchId, source = null, at, expiresAt } = quote;
  const { productId, offer, profileId, price, charge } = priced;
  return {
    id,
    buyer_id: buyerId,
    kind: priced.item.kind,
    product_id: productId,
    offer_code: offer?.code ?? null,
    offer_type: offer?.type ?? null,
    ...itemFactColumns(priced),
    mobile,
    named_amount: priced.item.kind === 'product' ? priced.item.amount : null,
    named_credit: priced.item.kind === 'product' ? (priced.item.credit ?? null) : null,
    ...price,
    charge: charge.charge,
    cost: charge.cost,
    profit: charge.profit,
    price_name: charge.priceName,
    promo_id: charge.promo?.id ?? null,
    promo_code: charge.promo?.code ?? null,
    promo_discount: charge.promo?.discount ?? null,
    idempotency_key: key,
    webservice_code: code,
    body: purchaseBody({ productId, mobile, price: price.total, webserviceCode: code, offer, profileId }),
    route,
    quoted_at: at,
    expires_at: expiresAt,
    batch_id: batchId,
    source,
  };
}

async function asked(tx: Transaction, row: OrderRow): Promise<Order> {
  const event = {
    order_id: row.id,
    at: row.quoted_at,
    actor: `person:${row.buyer_id}`,
    from_state: null,
    to_state: 'quoted',
    why: 'asked for',
  } as const;
  await writeEvent(tx, event);
  return orderOf(row);
}
