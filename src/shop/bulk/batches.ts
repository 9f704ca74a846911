import { midnight } from '../../domain/calendar.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import type { ProductType } from '../../domain/product.ts';
import { err, type Result } from '../../domain/result.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { lockPerson } from '../../storage/person-lock.ts';
import type { Signal } from '../jobs/signal.ts';
import { confirmOrders } from '../orders/confirm-order.ts';
import { newCode, orderIdFrom } from '../orders/identity.ts';
import { insertQuote } from '../orders/insert-quote.ts';
import { type OrderedItem, orderOf } from '../orders/order.ts';
import { checkPrice } from '../orders/price-check.ts';
import type { Priced, Pricing } from '../orders/pricing.ts';
import { expireOldestLists } from '../orders/quote-limits.ts';
import { orderById } from '../orders/quotes.ts';
import { moveOrder } from '../orders/transition.ts';
import type { Audit } from '../people/audit.ts';
import type { Numbers } from '../people/numbers.ts';
import { receiptView, trackMessage } from '../receipts/order-messages.ts';
import type { SalesPause } from '../sales-pause/sales-pause.ts';
import type { DailyLimit } from '../wallet/daily-limit.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { type Batch, listDigest, readBatch } from './batch.ts';
import { boughtToday, checkRows, isSellable } from './checks.ts';
import { createDrafts } from './drafts.ts';

interface BatchesDeps {
  readonly database: Database;
  readonly pricing: Pricing;
  readonly numbers: Pick<Numbers, 'find'>;
  readonly wallet: Pick<Wallet, 'hold' | 'shortfall'>;
  readonly dailyLimit: Pick<DailyLimit, 'exceedsDailyLimit'>;
  readonly salesPause: Pick<SalesPause, 'paused'>;
  readonly audit: Audit;
  readonly quoteMinutes: number;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly purchaseRoute: (type: ProductType) => string;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
}

export type Batches = ReturnType<typeof createBatches>;

type Product = Extract<OrderedItem, { kind: 'product' }>;

/** One product for many numbers: one list and one confirmation; each number has an order with its own key. */
export function createBatches(deps: BatchesDeps) {
  const {
    database,
    pricing,
    numbers,
    wallet,
    dailyLimit,
    salesPause,
    audit,
    quoteMinutes,
    now,
    newKey,
    randomBytes,
    purchaseRoute,
  } = deps;
  const { purchasesDue, receiptsDue } = deps;

  const { own, ...drafts } = createDrafts({ database, now });

  /** Stores an order for each row that can be sold, before the Confirm button is shown. */
  async function price(id: string, by: number, item: Product, withBought: boolean): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok) return batch;
    if (batch.value.state !== 'draft') return batch;
    const paused = await salesPause.paused();
    if (paused) return err({ code: 'selling-paused', reason: paused.reason });
    const priced = await priceOf(batch.value, item);
    if (!priced.ok) return priced;

    const checked = await checkRows({ database, numbers, pricing, now }, batch.value, priced.value, withBought);
    const at = now();
    await database.transaction(async (tx) => {
      await lockPerson(database, tx, by);
      const still = await tx
        .updateTable('batches')
        .set({ product_id: item.productId, amount: item.amount, with_bought: withBought ? 1 : 0 })
        .where('id', '=', id)
        .where('state', '=', 'draft')
        .returning('id')
        .executeTakeFirst();
      if (!still) return;
      await expireRows(tx, batch.value, by, at);
      for (const { row, mobile, problem } of checked) {
        const order = problem === null ? await quoteRow(tx, { id, by, mobile, priced: priced.value, at }) : null;
        await tx
          .updateTable('batch_rows')
          .set({ problem, order_id: order })
          .where('batch_id', '=', id)
          .where('row', '=', row)
          .execute();
      }
      await expireOldestLists(tx, { buyerId: by, id, at });
    });
    return own(id, by);
  }

  /** A package that is not for the first number may be for another. */
  async function priceOf({ rows, sellerId }: Batch, item: Product): Promise<Result<Priced, Failure>> {
    let answer: Result<Priced, Failure> = err({ code: 'number-invalid' });
    for (const { mobile, problem } of rows) {
      if (!isSellable(problem)) continue;
      answer = await pricing.price({ item, mobile, simType: 'prepaid' }, sellerId);
      if (answer.ok || answer.error.code !== 'product-not-for-number') return answer;
    }
    return answer;
  }

  /** A confirmation of the old prices then fails. */
  async function expireRows(tx: Transaction, { rows }: Batch, by: number, at: number): Promise<void> {
    for (const { order } of rows) {
      if (order?.state !== 'quoted') continue;
      const why = 'the list was priced again';
      await moveOrder(tx, { id: order.id, from: 'quoted', to: 'expired', actor: `person:${by}`, why, now: at });
    }
  }

  async function quoteRow(
    tx: Transaction,
    { id, by, mobile, priced, at }: { id: string; by: number; mobile: string; priced: Priced; at: number },
  ): Promise<string> {
    const key = newKey();
    const orderId = orderIdFrom(`batch:${id}:${key}`);
    const expiresAt = at + quoteMinutes * 60_000;
    const route = purchaseRoute(priced.productType);
    const quote = { id: orderId, buyerId: by, mobile, priced, route, key, batchId: id, at, expiresAt };
    const written = await insertQuote(tx, { ...quote, code: newCode(randomBytes) });
    if (!written) throw new Error('The order code is taken; the next press prices the list again.');
    return orderId;
  }

  /** All rows or none, in one transaction. `digest` identifies the list that the seller saw; null: not checked. */
  async function confirm(
    id: string,
    by: number,
    messageId: number | null,
    digest: string | null,
  ): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok || batch.value.state !== 'draft') return batch;
    const { rows, productId } = batch.value;
    const orders = rows.flatMap(({ order, mobile }) => (order ? [{ ...order, mobile }] : []));
    const [first] = orders;
    if (!first || productId === null) return err({ code: 'order-not-open' });
    if (digest !== null && digest !== listDigest(batch.value)) return err({ code: 'list-changed' });
    if (orders.some(({ expiresAt }) => now() >= expiresAt)) return err({ code: 'quote-expired' });
    const paused = await salesPause.paused();
    if (paused) return err({ code: 'selling-paused', reason: paused.reason });
    // All rows have the same price: one is checked for all.
    const [row] = await orderById(database.db, { id: first.id });
    if (!row) return err({ code: 'order-unknown' });
    const { failure } = await checkPrice(pricing, orderOf(row));
    if (failure) return err(failure);
    const refused = await database.transaction((tx) => confirmAll(tx, batch.value, messageId, orders));
    purchasesDue.notify();
    receiptsDue.notify();
    return refused ? err(refused) : own(id, by);
  }

  async function confirmAll(
    tx: Transaction,
    { id, sellerId: by, productId, amount, withBought }: Batch,
    messageId: number | null,
    orders: readonly { id: string; mobile: string; charge: Rials }[],
  ): Promise<Failure | null> {
    const at = now();
    const draft = await tx
      .updateTable('batches')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst();
    if (!draft) return null;
    // The wallet is locked, so no other list of this seller can be confirmed meanwhile.
    const check = async (): Promise<Failure | null> => {
      const mobiles = orders.map(({ mobile }) => mobile);
      const sold = withBought
        ? []
        : await boughtToday(tx, { sellerId: by, productId, amount, since: midnight(at), besides: id });
      return sold.some((mobile) => mobiles.includes(mobile)) ? { code: 'list-changed' } : null;
    };
    const result = await confirmOrders(
      tx,
      { wallet, dailyLimit },
      {
        orders: orders.map((order) => ({ ...order, batchId: id })),
        buyerId: by,
        why: 'confirmed with others',
        at,
        check,
      },
    );
    if ('failure' in result)
      return result.failure.code === 'order-not-open' ? { code: 'quote-expired' } : result.failure;
    await tx.updateTable('batches').set({ state: 'running', confirmed_at: at }).where('id', '=', id).execute();
    if (messageId !== null)
      await trackMessage(tx, { chatId: by, messageId, subject: `batch:${id}`, view: receiptView, shown: '' }, at);
    const charge = orders.reduce((sum, order) => sum + order.charge, 0);
    await audit.write(tx, {
      actorId: by,
      action: 'bulk',
      personId: null,
      details: { batch: id, orders: orders.length, total: charge },
    });
    return null;
  }

  /** A new list of the rejected numbers. */
  async function retry(id: string, by: number, idempotencySource: string): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok) return batch;
    const { productId, amount, rows } = batch.value;
    const failed = rows.filter(({ order }) => order?.state === 'rejected');
    if (failed.length === 0 || productId === null) return batch;
    const listed = failed.map(({ mobile }) => ({ mobile, problem: null }));
    const again = await drafts.draft(idempotencySource, by, listed);
    // `false`: numbers that got it meanwhile, by an earlier retry, are left out.
    return price(again.id, by, { kind: 'product', productId, amount }, false);
  }

  return { own, ...drafts, find: (id: string) => readBatch(database.db, id), price, confirm, retry };
}
