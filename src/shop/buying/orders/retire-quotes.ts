import { addReceiptJob } from '#shop/base/outbox/outbox.ts';
import type { Transaction } from '#storage/database.ts';
import type { CountedQuote } from './insert-quote.ts';
import { type Order, orderOf } from './order.ts';
import { lockToEnd } from './price-hold.ts';
import { moveOrder } from './transition.ts';

/** Waits a moment, because the older quote's message may be about to show the newer one. */
export const editAfterMs = 1_000;

/**
 * Cancels the older quotes of the sale in the transaction that writes the newer one; the receipt worker says so in their
 * messages. If an older quote has an open payment, the newer one is cancelled instead. Returns the newer quote afterwards.
 */
export async function retireOlder(
  tx: Transaction,
  { order, older }: Pick<CountedQuote, 'order' | 'older'>,
  at: number,
): Promise<Order> {
  const replace = (id: string, by: string) => {
    const actor = `person:${order.buyerId}`;
    const move = { id, from: 'quoted', to: 'cancelled', actor, why: 'replaced', now: at } as const;
    return moveOrder(tx, { ...move, set: { superseded_by: by } });
  };
  let paying: string | null = null;
  for (const id of older) {
    const standing = await lockToEnd(tx, id, at);
    if (standing === 'paying') paying = id;
    if (standing !== 'free') continue;
    await replace(id, order.id);
    await addReceiptJob(tx, `order:${id}`, at + editAfterMs);
  }
  const row = paying === null ? null : await replace(order.id, paying);
  return row ? orderOf(row) : order;
}

/** Ends the quotes of a person whose data is deleted, because masked numbers cannot be sold to. */
export async function cancelQuotesOf(tx: Transaction, personId: number, now: number): Promise<void> {
  const quotes = tx.selectFrom('orders').select('id').where('buyer_id', '=', personId).where('state', '=', 'quoted');
  const move = { from: 'quoted', to: 'cancelled', actor: `person:${personId}`, why: 'deleted', now } as const;
  for (const { id } of await quotes.execute()) await moveOrder(tx, { id, ...move });
}
