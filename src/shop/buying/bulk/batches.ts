import { isDeepStrictEqual } from 'node:util';
import { midnight } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { isSameItem } from '#domain/order.ts';
import { isMaskedMobile } from '#domain/phone.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { isMisfit } from '#domain/sold-to.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { receiptView, trackMessage } from '#shop/base/outbox/order-messages.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import { type ConfirmDeps, confirmOrders } from '#shop/buying/orders/confirm-order.ts';
import { type Order, type OrderedItem, orderOf } from '#shop/buying/orders/order.ts';
import { checkPrice, type Pricing } from '#shop/buying/orders/pricing.ts';
import type { Transaction } from '#storage/database.ts';
import {
  type Batch,
  isSameRowItem,
  itemKey,
  listDigest,
  type RowItem,
  type RowOrder,
  readBatch,
  type SaleRow,
} from './batch.ts';
import { boughtToday, createRowPricer, fitsNumber, isSellable, type RowDraft } from './checks.ts';
import { createDrafts } from './drafts.ts';
import { createUpdateRows, type UpdateRowsDeps } from './update-rows.ts';

/** Calls to the gateway at the same time. */
const checkedAtOnce = 10;

interface BatchesDeps extends Omit<UpdateRowsDeps, 'own'>, ConfirmDeps {
  readonly pricing: Pricing;
  readonly salesPause: Pick<SalesPause, 'paused' | 'pausedLately'>;
  readonly audit: Audit;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
}

type Product = Extract<OrderedItem, { kind: 'product' }>;

/** Items for many numbers: one list and one confirmation; each number has an order with its own key. */
export function createBatches(deps: BatchesDeps) {
  const { database, pricing, numbers, wallet, dailyLimit, salesPause, audit, now } = deps;
  const { purchasesDue, receiptsDue } = deps;

  const { own, ...drafts } = createDrafts({ database, now });
  const updateRows = createUpdateRows({ ...deps, own });

  /** Applies to matching numbers without an item of their own; if all of them have one, to all of them. */
  async function price(id: string, by: number, item: Product, withBought: boolean): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok || batch.value.state !== 'draft') return batch;
    const { productId, amount } = item;
    const repeats = batch.value.rows.filter((row) => row.problem === 'bought-today' && isSameRowItem(row.item, item));
    if (withBought && repeats.length > 0) {
      const change = (row: SaleRow) => (repeats.some((one) => one.row === row.row) ? { ...row, withBought } : row);
      return updateRows(id, by, { change });
    }
    const fitting = await rowsFor(batch.value, item);
    if (!fitting.ok) return fitting;
    const others = fitting.value.filter(({ words }) => words === null);
    const rowNumbers = new Set((others.length > 0 ? others : fitting.value).map(({ row }) => row));
    const change = (row: SaleRow) =>
      rowNumbers.has(row.row) ? { ...row, item: { productId, amount }, words: null, problem: null, withBought } : row;
    return updateRows(id, by, { change, item: { productId, amount }, renewed: rowNumbers });
  }

  /** Rows with a number of the product's operator. */
  async function rowsFor({ rows, sellerId }: Batch, item: Product): Promise<Result<SaleRow[], Failure>> {
    const numbersOf = await numbers.findAll(
      sellerId,
      rows.map(({ mobile }) => mobile),
    );
    const price = createRowPricer(pricing.price, sellerId);
    let misfit: Failure = { code: 'product-not-for-number' };
    const fitting: SaleRow[] = [];
    for (const row of rows) {
      const number = numbersOf.get(row.mobile);
      if (!number || !mayChoose(row)) continue;
      const priced = await price(item, number);
      if (!priced.ok && !isMisfit(priced.error)) return priced;
      if (!priced.ok) misfit = priced.error;
      else if (fitsNumber(priced.value, number)) fitting.push(row);
    }
    return fitting.length > 0 ? ok(fitting) : err(misfit);
  }

  /** Changes rows: another number, item or operator, left out or included. */
  const setRows = (
    id: string,
    by: number,
    changes: ReadonlyMap<number, Partial<Omit<RowDraft, 'row'>>>,
  ): Promise<Result<Batch, Failure>> => updateRows(id, by, { change: (one) => ({ ...one, ...changes.get(one.row) }) });

  const setRow = (id: string, by: number, row: number, to: Partial<Omit<RowDraft, 'row'>>) =>
    setRows(id, by, new Map([[row, to]]));

  /** Prices chosen rows without a price; with `fresh`, all rows at the gateway's current prices. */
  const quote = (id: string, by: number, how: { readonly fresh?: boolean } = {}): Promise<Result<Batch, Failure>> =>
    updateRows(id, by, how);

  /** Confirms all rows or fails, in one transaction. `digest` identifies the list that the seller saw; null skips the check. */
  async function confirm(
    id: string,
    by: number,
    messageId: number | null,
    digest: string | null,
  ): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok || batch.value.state !== 'draft') return batch;
    const orders = batch.value.rows.flatMap(({ order, item, mobile, withBought }) =>
      order && item ? [{ ...order, item, mobile, withBought }] : [],
    );
    if (orders.length === 0) return err({ code: 'order-not-open' });
    if (digest !== null && digest !== listDigest(batch.value)) return err({ code: 'list-changed' });
    if (orders.some(({ expiresAt }) => now() >= expiresAt)) return err({ code: 'quote-expired' });
    // The transaction checks again; checking here saves calls to the gateway.
    const pause = await salesPause.pausedLately();
    if (pause) return err({ code: 'selling-paused', reason: pause.reason });
    const failure = await checkPrices(orders);
    if (failure) return err(failure);
    const refusal = await database.transaction((tx) => confirmAll(tx, batch.value, messageId, orders));
    purchasesDue.notify();
    receiptsDue.notify();
    return refusal ? err(refusal) : own(id, by);
  }

  /**
   * Checks one row for all rows with the same item and price. Others with that id may have earlier quotes at another price
   * or for another item.
   */
  async function checkPrices(orders: readonly ConfirmedRow[]): Promise<Failure | null> {
    const ids = orders.map(({ id }) => id);
    const rows = await database.db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
    const quotes = rows.map(orderOf);
    const firsts: Order[] = [];
    for (const order of quotes) if (!firsts.some((one) => isSameQuote(one, order))) firsts.push(order);
    while (firsts.length > 0) {
      const checks = await Promise.all(firsts.splice(0, checkedAtOnce).map((order) => checkPrice(pricing, order)));
      const failed = checks.find(({ failure }) => failure !== null);
      if (failed) return failed.failure;
    }
    return pricing.shortage(...quotes);
  }

  async function confirmAll(
    tx: Transaction,
    { id, sellerId: by }: Batch,
    messageId: number | null,
    orders: readonly ConfirmedRow[],
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
      const careful = orders.filter(({ withBought }) => !withBought);
      const items = new Map(careful.map(({ item }) => [itemKey(item), item]));
      for (const [key, item] of items) {
        const sales = await boughtToday(tx, { sellerId: by, item, since: midnight(at), besides: id });
        if (careful.some((order) => itemKey(order.item) === key && sales.includes(order.mobile)))
          return { code: 'list-changed' };
      }
      return null;
    };
    const result = await confirmOrders(
      tx,
      { wallet, dailyLimit },
      {
        orders: orders.map((order) => ({ id: order.id, charge: order.charge, batchId: id })),
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

  /** Makes a new list of the rejected numbers with their items, without numbers that got theirs meanwhile. */
  async function retry(id: string, by: number, idempotencySource: string): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok) return batch;
    // A deletion masked the number, so only the operator is left.
    const failures = batch.value.rows.filter((row) => row.order?.state === 'rejected' && !isMaskedMobile(row.mobile));
    if (failures.length === 0) return batch;
    const rows = failures.map(({ mobile, item }) => ({ mobile, item, problem: null }));
    const again = await drafts.draft(idempotencySource, by, rows);
    return quote(again.id, by);
  }

  return {
    own,
    ...drafts,
    find: (id: string) => readBatch(database.db, id),
    price,
    setRow,
    setRows,
    quote,
    confirm,
    retry,
  };
}

const isSameQuote = (one: Order, other: Order): boolean =>
  isSameItem(one, other) && isDeepStrictEqual([one.item, one.total], [other.item, other.total]);

interface ConfirmedRow extends RowOrder {
  readonly item: RowItem;
  readonly mobile: string;
  readonly withBought: boolean;
}

/** True for an included row with a number; a choice may replace its unclear words. */
const mayChoose = ({ problem }: SaleRow): boolean =>
  isSellable(problem) || problem === 'unclear' || problem === 'not-found';
