import type { Failure } from '#domain/failure.ts';
import type { ProductType } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { PromoCodes } from '#shop/pricing/prices/promo-codes.ts';
import type { Database, Queries } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { lockPerson } from '#storage/person-lock.ts';
import { prepared } from '#storage/prepared.ts';
import { newCode } from './identity.ts';
import { insertCountedQuote, type NewQuote } from './insert-quote.ts';
import { type Order, orderOf, type PurchaseIntent } from './order.ts';
import type { Priced, Pricing } from './pricing.ts';
import { expireOldestQuotes, mostOpenQuotes } from './quote-limits.ts';
import { retireOlder } from './retire-quotes.ts';

interface QuoteRequest {
  /** Identifies the update, so that a repeated one returns the same order. */
  readonly idempotencySource: string;
  readonly buyerId: number;
  readonly wanted: PurchaseIntent;
  /** A promo code; ignored if it does not fit. */
  readonly promo?: string | undefined;
  /** The order from which this one is made with another number, amount or code. */
  readonly replaces?: string | undefined;
}

export type Quotes = ReturnType<typeof createQuotes>;

export interface QuotesDeps {
  readonly database: Database;
  readonly pricing: Pick<Pricing, 'price' | 'shortageFor'>;
  readonly promoCodes?: Pick<PromoCodes, 'apply'>;
  readonly salesPause: Pick<SalesPause, 'pausedLately'>;
  readonly quoteMinutes: number;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly purchaseRoute: (type: ProductType) => string;
  readonly receiptsDue: Signal;
}

const codeTries = 5;

const orderById = prepared((db, { id }: { readonly id: string }) =>
  db.selectFrom('orders').selectAll().where('id', '=', id),
);

export function createQuotes(deps: QuotesDeps) {
  const { database, pricing, promoCodes, salesPause, quoteMinutes, now } = deps;
  const { newKey, randomBytes, purchaseRoute, receiptsDue } = deps;

  async function find(id: string, db: Queries = database.db): Promise<Order | null> {
    const [row] = await orderById(db, { id });
    return row ? orderOf(row) : null;
  }

  async function own(id: string, by: number): Promise<Result<Order, Failure>> {
    const order = await find(id);
    return order ? only(order, by) : err({ code: 'order-unknown' });
  }

  /** The order that replaced a retired quote, or the order itself. */
  async function newest(order: Order): Promise<Order> {
    const newer = order.supersededBy === null ? null : await find(order.supersededBy);
    return newer ? newest(newer) : order;
  }

  /**
   * Stores price, key and request before the Confirm button is shown, and retires the older quotes of the same sale. The
   * new quote gives way if an older one is being paid.
   */
  async function quote(request: QuoteRequest, known?: Result<Priced, Failure>): Promise<Result<Order, Failure>> {
    const id = idFrom(request.idempotencySource);
    const priced = await priceOf(request, known);
    if (priced.ok) return only(await store(id, request, await withPromo(request, priced.value)), request.buyerId);
    // A repeated update returns the same order, even if prices changed. If it has a price, the insert finds it.
    const storedOrder = await find(id);
    return storedOrder ? only(storedOrder, request.buyerId) : priced;
  }

  async function priceOf(
    { wanted, buyerId }: QuoteRequest,
    known: Result<Priced, Failure> | undefined,
  ): Promise<Result<Priced, Failure>> {
    // The confirmation checks again.
    const paused = await salesPause.pausedLately();
    if (paused) return err({ code: 'selling-paused', reason: paused.reason });
    const priced = known ?? (await pricing.price(wanted, buyerId));
    const shortage = priced.ok ? await pricing.shortageFor(priced.value) : null;
    return shortage ? err(shortage) : priced;
  }

  async function withPromo({ buyerId, promo }: QuoteRequest, priced: Priced): Promise<Priced> {
    if (promo === undefined || !promoCodes) return priced;
    const charge = await promoCodes.apply(promo, buyerId, priced, priced.charge);
    return charge.ok ? { ...priced, charge: charge.value } : priced;
  }

  const only = (order: Order, buyerId: number): Result<Order, Failure> =>
    order.buyerId === buyerId ? ok(order) : err({ code: 'order-not-yours' });

  async function store(id: string, { buyerId, wanted, replaces }: QuoteRequest, priced: Priced): Promise<Order> {
    for (let left = codeTries; left > 0; left -= 1) {
      const quote = { id, buyerId, mobile: wanted.mobile, priced, code: newCode(randomBytes) };
      const order = await insert(quote, replaces ?? null);
      // The insert failed because a concurrent repeat of the update was first, or the code is taken.
      const storedOrder = order ?? (await find(id));
      if (storedOrder) return storedOrder;
    }
    throw new Error('No unused order code could be drawn: the source of randomness repeats itself.');
  }

  async function insert(
    wanted: Pick<NewQuote, 'id' | 'buyerId' | 'mobile' | 'priced' | 'code'>,
    replaces: string | null,
  ): Promise<Order | null> {
    const { id, buyerId, priced } = wanted;
    const at = now();
    const times = { at, expiresAt: at + quoteMinutes * 60_000 };
    const route = purchaseRoute(priced.productType);
    const quote = { ...wanted, route, key: newKey(), batchId: null, ...times };
    let retired = false;
    const order = await database.transaction(async (tx) => {
      await lockPerson(database, tx, buyerId);
      const inserted = await insertCountedQuote(tx, quote, replaces);
      if (!inserted) return null;
      if (inserted.open >= mostOpenQuotes) await expireOldestQuotes(tx, { buyerId, id, at });
      retired = inserted.older.length > 0;
      return retireOlder(tx, inserted, at);
    });
    if (retired) receiptsDue.notify();
    return order;
  }

  return { find, own, newest, quote };
}
