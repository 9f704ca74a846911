import { sql } from 'kysely';
import type { Transaction } from '#storage/database.ts';
import { inState } from '#storage/order-states.ts';
import { prepared } from '#storage/prepared.ts';
import { moveOrder } from './transition.ts';

/** How many single quotes a buyer keeps, because browsing leaves quotes behind. */
export const mostOpenQuotes = 50;
/** How many priced lists a buyer keeps; each has one quote for every number. */
export const mostOpenLists = 5;

const why = 'newer prices were asked for';
const atOnce = 200;

interface Newest {
  readonly buyerId: number;
  /** The quote or list that was just written, which stays. */
  readonly id: string;
  readonly at: number;
}

const openBeyond = prepared((db, { buyerId, id, at }: Newest) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where(inState('quoted'))
    .where('batch_id', 'is', null)
    .where('paying_until', '<=', at)
    // Orders that a restored shop may have bought are decided elsewhere.
    .where('possibly_sent_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('quoted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(atOnce))
    .offset(sql.lit(mostOpenQuotes - 1)),
);

/** Expires the oldest quotes beyond the limit, except those that are being paid. */
export async function expireOldestQuotes(tx: Transaction, { buyerId, id, at }: Newest): Promise<void> {
  const beyond = await openBeyond(tx, { buyerId, id, at });
  await expire(tx, beyond, buyerId, at);
}

/** Expires the quotes of the oldest lists; confirming such a list shows new prices first. */
export async function expireOldestLists(tx: Transaction, { buyerId, id, at }: Newest): Promise<void> {
  const lists = await tx
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('orders.batch_id')
        .where('buyer_id', '=', buyerId)
        .where('state', '=', 'quoted')
        .where('batch_id', 'is not', null),
    )
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(atOnce)
    .offset(mostOpenLists - 1)
    .execute();
  for (const { id: batchId } of lists) {
    // The list is locked before its orders, as when it is confirmed.
    await tx
      .updateTable('batches')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('id', '=', batchId)
      .execute();
    const quotes = tx.selectFrom('orders').select('id').where('batch_id', '=', batchId).where('state', '=', 'quoted');
    await expire(tx, await quotes.execute(), buyerId, at);
  }
}

async function expire(
  tx: Transaction,
  quotes: readonly { readonly id: string }[],
  buyerId: number,
  at: number,
): Promise<void> {
  for (const { id } of quotes) {
    const move = { id, from: 'quoted', to: 'expired', actor: `person:${buyerId}`, why, now: at } as const;
    await moveOrder(tx, { ...move, notPayingAt: at });
  }
}
