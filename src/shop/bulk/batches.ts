import type { Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { newCode, orderIdFrom } from '../orders/identity.ts';
import type { OrderedItem } from '../orders/order.ts';
import type { Priced, Pricing } from '../orders/pricing.ts';
import { insertQuote } from '../orders/quote-row.ts';
import { moveOrder } from '../orders/transition.ts';
import type { Audit } from '../people/audit.ts';
import type { Numbers } from '../people/numbers.ts';
import type { Selling } from '../selling/selling.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { type Batch, readBatch, tally } from './batch.ts';
import { checkRows, isSellable } from './checks.ts';
import type { Listed } from './list.ts';

export interface BatchesDeps {
  readonly database: Database;
  readonly pricing: Pricing;
  readonly numbers: Pick<Numbers, 'find'>;
  readonly wallet: Pick<Wallet, 'hold' | 'read'>;
  readonly selling: Pick<Selling, 'paused'>;
  readonly audit: Audit;
  readonly quoteMinutes: number;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
}

export type Batches = ReturnType<typeof createBatches>;

const freshMs = 30 * 60_000;

type Product = Extract<OrderedItem, { kind: 'product' }>;

/** Undoes the whole confirmation; carries the answer out of the transaction that it rolls back. */
class NotAll extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super('Not every row could be confirmed.');
    this.failure = failure;
  }
}

/** One thing for many numbers: one list, one total, one confirmation, and for each number an order and a key of its own. */
export function createBatches(deps: BatchesDeps) {
  const { database, pricing, numbers, wallet, selling, audit, quoteMinutes, now, newKey, randomBytes } = deps;

  async function own(id: string, by: number): Promise<Result<Batch, Failure>> {
    const batch = await readBatch(database.db, id);
    if (!batch) return err({ code: 'order-unknown' });
    return batch.sellerId === by ? ok(batch) : err({ code: 'order-not-yours' });
  }

  /** Writes the list down, so that buttons need only its name. The same update makes the same list. */
  async function draft(origin: string, sellerId: number, listed: readonly Listed[]): Promise<Batch> {
    const id = orderIdFrom(`batch:${origin}`);
    await database.transaction(async (tx) => {
      const written = await tx
        .insertInto('batches')
        .values({
          id,
          seller_id: sellerId,
          state: 'draft',
          product_id: null,
          amount: null,
          created_at: now(),
          confirmed_at: null,
          ended_at: null,
          message_id: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!written || listed.length === 0) return;
      const rows = listed.map(({ mobile, problem }, row) => ({ batch_id: id, row, mobile, problem, order_id: null }));
      await tx.insertInto('batch_rows').values(rows).execute();
    });
    const stored = await readBatch(database.db, id);
    if (!stored) throw new Error('A list that was just written is gone.');
    return stored;
  }

  /** Prices every row that can be sold and stores its order, before one Confirm button for all of them is shown. */
  async function price(id: string, by: number, item: Product, withBought: boolean): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok) return batch;
    if (batch.value.state !== 'draft') return batch;
    const paused = await selling.paused();
    if (paused) return err({ code: 'selling-paused', reason: paused.reason });
    const sample = batch.value.rows.find(({ problem }) => isSellable(problem));
    if (!sample) return err({ code: 'number-invalid' });
    const priced = await pricing.price({ item, mobile: sample.mobile, simType: 'prepaid' });
    if (!priced.ok) return priced;

    const checked = await checkRows({ database, numbers, now }, batch.value, priced.value, withBought);
    const at = now();
    await database.transaction(async (tx) => {
      const still = await tx
        .updateTable('batches')
        .set({ product_id: item.productId, amount: item.amount })
        .where('id', '=', id)
        .where('state', '=', 'draft')
        .returning('id')
        .executeTakeFirst();
      if (!still) return;
      for (const { row, mobile, problem } of checked) {
        const order = problem === null ? await quoteRow(tx, { id, by, row, mobile, priced: priced.value, at }) : null;
        await tx
          .updateTable('batch_rows')
          .set({ problem, order_id: order })
          .where('batch_id', '=', id)
          .where('row', '=', row)
          .execute();
      }
    });
    return own(id, by);
  }

  async function quoteRow(
    tx: Transaction,
    {
      id,
      by,
      row,
      mobile,
      priced,
      at,
    }: { id: string; by: number; row: number; mobile: string; priced: Priced; at: number },
  ): Promise<string> {
    const orderId = orderIdFrom(`batch:${id}:${row}:${at}`);
    const quote = {
      id: orderId,
      buyerId: by,
      mobile,
      priced,
      key: newKey(),
      batchId: id,
      at,
      expiresAt: at + quoteMinutes * 60_000,
    };
    const written = await insertQuote(tx, { ...quote, code: newCode(randomBytes) });
    if (!written) throw new Error('An order code was drawn twice; the list is priced again at the next press.');
    return orderId;
  }

  /** All rows or none: every order confirmed and its money held in one transaction. */
  async function confirm(id: string, by: number, messageId: number | null): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok || batch.value.state !== 'draft') return batch;
    const { rows, productId, amount } = batch.value;
    const orders = rows.flatMap(({ order, mobile }) => (order ? [{ ...order, mobile, buyerId: by }] : []));
    const [first] = orders;
    if (!first || productId === null) return err({ code: 'order-not-open' });
    if (orders.some(({ expiresAt }) => now() >= expiresAt)) return err({ code: 'quote-expired' });
    const paused = await selling.paused();
    if (paused) return err({ code: 'selling-paused', reason: paused.reason });
    const item = { kind: 'product', productId, amount } as const;
    const fresh = await pricing.priceNow({ item, mobile: first.mobile, simType: 'prepaid' });
    if (fresh && !fresh.ok) return fresh;
    if (fresh && fresh.value.price.total !== first.total) {
      return err({ code: 'price-moved', was: first.total, now: fresh.value.price.total });
    }
    const { available } = await wallet.read(by);
    const total = tally(batch.value).total;
    if (available !== null && available < total) return err({ code: 'wallet-too-small', missing: total - available });
    try {
      await database.transaction((tx) => confirmAll(tx, id, by, messageId, orders));
    } catch (error) {
      if (error instanceof NotAll) return err(error.failure);
      throw error;
    }
    return own(id, by);
  }

  async function confirmAll(
    tx: Transaction,
    id: string,
    by: number,
    messageId: number | null,
    orders: readonly { id: string; buyerId: number; total: number }[],
  ): Promise<void> {
    const at = now();
    const actor = `person:${by}`;
    const running = await tx
      .updateTable('batches')
      .set({ state: 'running', confirmed_at: at, message_id: messageId })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst();
    if (!running) return;
    const set = { confirmed_at: at, next_attempt_at: at };
    for (const order of orders) {
      const move = {
        id: order.id,
        from: 'quoted',
        to: 'confirmed',
        actor,
        why: 'confirmed with others',
        now: at,
        set,
      } as const;
      if (!(await moveOrder(tx, move))) throw new NotAll({ code: 'quote-expired' });
      const { missing } = await wallet.hold(tx, order, actor);
      if (missing > 0) throw new NotAll({ code: 'wallet-too-small', missing });
    }
    await audit.write(tx, {
      actorId: by,
      action: 'bulk',
      personId: null,
      details: { batch: id, orders: orders.length },
    });
  }

  /** True for whoever ends it first: the summary is sent once. */
  async function finish(id: string): Promise<boolean> {
    const done = await database.db
      .updateTable('batches')
      .set({ state: 'done', ended_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    return done !== undefined;
  }

  /** The list that they pasted last and have not decided about, while it is fresh. */
  async function openDraft(sellerId: number): Promise<Batch | null> {
    const row = await database.db
      .selectFrom('batches')
      .select('id')
      .where('seller_id', '=', sellerId)
      .where('state', '=', 'draft')
      .where('created_at', '>', now() - freshMs)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    return row ? readBatch(database.db, row.id) : null;
  }

  async function cancel(id: string, by: number): Promise<Result<Batch, Failure>> {
    await database.db
      .updateTable('batches')
      .set({ state: 'cancelled', ended_at: now() })
      .where('id', '=', id)
      .where('seller_id', '=', by)
      .where('state', '=', 'draft')
      .execute();
    return own(id, by);
  }

  /** A new list of those numbers alone for which the operator said no. */
  async function retry(id: string, by: number, origin: string): Promise<Result<Batch, Failure>> {
    const batch = await own(id, by);
    if (!batch.ok) return batch;
    const failed = batch.value.rows.filter(({ order }) => order?.state === 'rejected');
    const again = await draft(
      origin,
      by,
      failed.map(({ mobile }) => ({ mobile, problem: null })),
    );
    const { productId, amount } = batch.value;
    return productId === null ? ok(again) : price(again.id, by, { kind: 'product', productId, amount }, true);
  }

  return {
    own,
    find: (id: string) => readBatch(database.db, id),
    draft,
    openDraft,
    price,
    confirm,
    cancel,
    finish,
    retry,
  };
}
