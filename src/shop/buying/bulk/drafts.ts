import type { Failure } from '#domain/failure.ts';
import type { Mobile } from '#domain/phone.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { type Batch, readBatch } from './batch.ts';
import { type Listed, longestList } from './list.ts';

interface DraftsDeps {
  readonly database: Database;
  readonly now: () => number;
}

/** How long a draft is offered again when a number is asked for. */
const freshMs = 30 * 60_000;
/** Contacts shared within this time form one list, because they arrive in separate messages. */
const gatherMs = 60_000;
/** Skips drafts of a single contact. */
const lookedThrough = 10;

export function createDrafts({ database, now }: DraftsDeps) {
  const { db } = database;

  async function own(id: string, by: number): Promise<Result<Batch, Failure>> {
    const batch = await readBatch(db, id);
    if (!batch) return err({ code: 'order-unknown' });
    return batch.sellerId === by ? ok(batch) : err({ code: 'order-not-yours' });
  }

  async function readStored(id: string): Promise<Batch> {
    const batch = await readBatch(db, id);
    if (!batch) throw new Error('A list that was just written is gone.');
    return batch;
  }

  /** A repeated update makes the same list. */
  async function draft(idempotencySource: string, sellerId: number, entries: readonly Listed[]): Promise<Batch> {
    const id = idFrom(`batch:${idempotencySource}`);
    await database.transaction(async (tx) => {
      const inserted = await tx
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
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted || entries.length === 0) return;
      const rows = entries.map(({ mobile, problem, words = null, item = null, withBought = false }, row) => ({
        batch_id: id,
        row,
        mobile,
        problem,
        words,
        product_id: item?.productId ?? null,
        amount: item?.amount ?? null,
        with_bought: withBought ? 1 : 0,
        order_id: null,
      }));
      await tx.insertInto('batch_rows').values(rows).execute();
    });
    return readStored(id);
  }

  const drafts = (sellerId: number, since: number) =>
    db
      .selectFrom('batches')
      .select('id')
      .where('seller_id', '=', sellerId)
      .where('state', '=', 'draft')
      .where('created_at', '>', since)
      .orderBy('created_at', 'desc');

  /** Adds a number to the list that is being collected, or starts one. */
  async function gather(idempotencySource: string, sellerId: number, mobile: Mobile): Promise<Batch> {
    const open = await drafts(sellerId, now() - gatherMs)
      .where('product_id', 'is', null)
      .executeTakeFirst();
    if (!open) return draft(idempotencySource, sellerId, [{ mobile, problem: null }]);
    await database.transaction(async (tx) => {
      // Locks the row: contacts that arrive together are added one by one.
      await tx.updateTable('batches').set({ created_at: now() }).where('id', '=', open.id).execute();
      const rows = await tx
        .selectFrom('batch_rows')
        .select(['row', 'mobile'])
        .where('batch_id', '=', open.id)
        .orderBy('row')
        .execute();
      if (rows.length >= longestList || rows.some((row) => row.mobile === mobile)) return;
      const next = (rows.at(-1)?.row ?? -1) + 1;
      const added = { batch_id: open.id, row: next, mobile, problem: null, order_id: null };
      const unchosen = { product_id: null, amount: null, words: null };
      await tx
        .insertInto('batch_rows')
        .values({ ...added, ...unchosen })
        .execute();
    });
    return readStored(open.id);
  }

  /** The latest undecided list of more than one number. */
  async function openDraft(sellerId: number): Promise<Batch | null> {
    for (const { id } of await drafts(sellerId, now() - freshMs)
      .limit(lookedThrough)
      .execute()) {
      const batch = await readBatch(db, id);
      if (batch && batch.rows.length > 1) return batch;
    }
    return null;
  }

  async function cancel(id: string, by: number): Promise<Result<Batch, Failure>> {
    await db
      .updateTable('batches')
      .set({ state: 'cancelled', ended_at: now() })
      .where('id', '=', id)
      .where('seller_id', '=', by)
      .where('state', '=', 'draft')
      .execute();
    return own(id, by);
  }

  return { own, draft, gather, openDraft, cancel };
}

/** Cancels unconfirmed lists of a person whose data is deleted. */
export async function cancelListsOf(tx: Transaction, personId: number, now: number): Promise<void> {
  const lists = tx.updateTable('batches').where('seller_id', '=', personId).where('state', '=', 'draft');
  await lists.set({ state: 'cancelled', ended_at: now }).execute();
}
