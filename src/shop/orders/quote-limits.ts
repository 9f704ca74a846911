import { sql } from 'kysely';
import type { Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import { inState } from './state-filter.ts';
import { moveOrder } from './transition.ts';

/** Browsing leaves quotes behind. Nobody goes back further than this within the minutes that a price is held. */
export const mostOpenQuotes = 50;
/** Lists that were priced and not decided about; each holds as many quotes as it has numbers. */
export const mostOpenLists = 5;

const why = 'newer prices were asked for';
const atOnce = 200;

interface Newest {
  readonly buyerId: number;
  /** The quote or the list that was just written: it stays. */
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
    .where('id', '<>', id)
    .orderBy('quoted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(atOnce))
    .offset(sql.lit(mostOpenQuotes - 1)),
);

/** The oldest quotes beyond the most that are held become expired; one that is being paid for is not touched. */
export async function expireOldestQuotes(tx: Transaction, { buyerId, id, at }: Newest): Promise<void> {
  const beyond = await openBeyond(tx, { buyerId, id, at });
  await expire(tx, beyond, buyerId, at);
}

/** The same for lists: the prices of the oldest go. Whoever confirms one is shown today's prices first. */
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
    // The list first, its orders second, as whoever confirms it does.
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
