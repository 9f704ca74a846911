import type { Failure } from '#domain/failure.ts';
import { err, type Result } from '#domain/result.ts';
import { newCode } from '#shop/buying/orders/identity.ts';
import { insertQuote } from '#shop/buying/orders/insert-quote.ts';
import type { Priced } from '#shop/buying/orders/pricing.ts';
import { expireOldestLists } from '#shop/buying/orders/quote-limits.ts';
import type { QuotesDeps } from '#shop/buying/orders/quotes.ts';
import { moveOrder } from '#shop/buying/orders/transition.ts';
import type { Transaction } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { lockPerson } from '#storage/person-lock.ts';
import { type Batch, type RowItem, readBatch, type SaleRow } from './batch.ts';
import { type CheckedRow, type ChecksDeps, checkRows, type RowDraft } from './checks.ts';

export interface UpdateRowsDeps extends ChecksDeps, Omit<QuotesDeps, 'pricing' | 'promoCodes'> {
  readonly own: (id: string, by: number) => Promise<Result<Batch, Failure>>;
}

interface RowsChange {
  readonly change?: (row: SaleRow) => RowDraft;
  /** The item that was chosen, and the rows that it was chosen for. */
  readonly item?: RowItem;
  readonly renewed?: ReadonlySet<number>;
  readonly fresh?: boolean;
}

const tries = 3;

/** Stores an order for each sellable row before the Confirm button is shown. Unchanged rows keep their order. */
export function createUpdateRows(deps: UpdateRowsDeps) {
  const { database, salesPause, own, quoteMinutes, now, newKey, randomBytes, purchaseRoute } = deps;

  async function updateRows(id: string, by: number, what: RowsChange): Promise<Result<Batch, Failure>> {
    const { change = (row: SaleRow) => row, renewed = new Set(), fresh = false } = what;
    for (let left = tries; left > 0; left -= 1) {
      const batch = await own(id, by);
      if (!batch.ok || batch.value.state !== 'draft') return batch;
      const pause = await salesPause.pausedLately();
      if (pause) return err({ code: 'selling-paused', reason: pause.reason });
      const drafts = batch.value.rows.map(change);
      const rows = await checkRows(deps, { batch: batch.value, drafts, renewed, fresh });
      const { item } = what;
      if (await database.transaction((tx) => store(tx, batch.value, rows, item))) return own(id, by);
    }
    return err({ code: 'list-changed' });
  }

  /** False if the list changed meanwhile. */
  async function store(
    tx: Transaction,
    batch: Batch,
    rows: readonly CheckedRow[],
    item: RowItem | undefined,
  ): Promise<boolean> {
    const { id, sellerId: by } = batch;
    const at = now();
    await lockPerson(database, tx, by);
    const still = await tx
      .updateTable('batches')
      .set((eb) => (item ? { product_id: item.productId, amount: item.amount } : { state: eb.ref('state') }))
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst();
    // The list was confirmed or cancelled, so the caller reads it again.
    if (!still) return true;
    const current = await readBatch(tx, id);
    if (JSON.stringify(current?.rows) !== JSON.stringify(batch.rows)) return false;
    const before = new Map(batch.rows.map((row) => [row.row, row]));
    for (const row of rows) {
      const old = before.get(row.row);
      if (old && row.quote !== 'new' && isUnchanged(old, row)) continue;
      if (row.quote !== 'kept' && old?.order?.state === 'quoted') await expire(tx, old.order.id, by, at);
      const order =
        row.quote === 'new' ? await quote(tx, { id, by, mobile: row.mobile, priced: row.priced, at }) : null;
      await writeRow(tx, id, row, row.quote === 'kept' ? (old?.order?.id ?? null) : order);
    }
    await expireOldestLists(tx, { buyerId: by, id, at });
    return true;
  }

  async function writeRow(
    tx: Transaction,
    id: string,
    { row, mobile, problem, words, item, withBought }: CheckedRow,
    order_id: string | null,
  ): Promise<void> {
    const chosen = {
      product_id: item?.productId ?? null,
      amount: item?.amount ?? null,
      with_bought: withBought ? 1 : 0,
    };
    await tx
      .updateTable('batch_rows')
      .set({ mobile, problem, words, ...chosen, order_id })
      .where('batch_id', '=', id)
      .where('row', '=', row)
      .execute();
  }

  /** Makes a confirmation of the old prices fail. */
  async function expire(tx: Transaction, id: string, by: number, at: number): Promise<void> {
    const why = 'the list was priced again';
    await moveOrder(tx, { id, from: 'quoted', to: 'expired', actor: `person:${by}`, why, now: at });
  }

  async function quote(
    tx: Transaction,
    { id, by, mobile, priced, at }: { id: string; by: number; mobile: string; priced: Priced; at: number },
  ): Promise<string> {
    const key = newKey();
    const orderId = idFrom(`batch:${id}:${key}`);
    const expiresAt = at + quoteMinutes * 60_000;
    const route = purchaseRoute(priced.productType);
    const quote = { id: orderId, buyerId: by, mobile, priced, route, key, batchId: id, at, expiresAt };
    const isNew = await insertQuote(tx, { ...quote, code: newCode(randomBytes) });
    if (!isNew) throw new Error('The order code is taken; the next press prices the list again.');
    return orderId;
  }

  return updateRows;
}

function isUnchanged(old: SaleRow, row: CheckedRow): boolean {
  const hasOrder = old.order !== null;
  if (hasOrder !== (row.quote === 'kept')) return false;
  const facts = ({ mobile, problem, words, item, withBought }: RowDraft) =>
    JSON.stringify([mobile, problem, words, item, withBought]);
  return facts(old) === facts(row);
}
