import { sql } from 'kysely';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { addReceiptJob } from '#shop/base/outbox/outbox.ts';
import type { Database } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { inState } from '#storage/order-states.ts';
import { type Order, orderOf } from './order.ts';
import { isHeldByPayment } from './price-hold.ts';
import type { Quotes } from './quotes.ts';
import { editAfterMs } from './retire-quotes.ts';
import { moveOrder } from './transition.ts';

interface CancelInWords {
  readonly by: number;
  /** Identifies the update, so that a repeated one does not cancel a second order. */
  readonly idempotencySource: string;
  /** The message that the words reply to. Only its order, or the newer one of the same sale, may be cancelled. */
  readonly repliedTo: number | null;
}

export interface CancellingDeps {
  readonly database: Database;
  readonly quotes: Pick<Quotes, 'find' | 'newest' | 'own'>;
  readonly now: () => number;
  readonly receiptsDue: Signal;
}

const rememberedMs = 24 * 3_600_000;

export function createCancelling({ database, quotes, now, receiptsDue }: CancellingDeps) {
  const chosenBefore = createKeyValue<string>(database, 'cancelled-by', now);

  /** Returns an order that is no longer a quote unchanged. The receipt worker updates its other messages. */
  async function cancel(orderId: string, by: number): Promise<Result<Order, Failure>> {
    const owned = await quotes.own(orderId, by);
    if (!owned.ok || owned.value.state !== 'quoted') return owned;
    const order = owned.value;
    if (order.batchId !== null) return err({ code: 'order-not-open' });
    const at = now();
    const actor = `person:${by}`;
    const move = { id: order.id, from: 'quoted', to: 'cancelled', actor, why: 'cancelled', now: at } as const;
    const row = await database.transaction(async (tx) => {
      const moved = await moveOrder(tx, move);
      if (moved) await addReceiptJob(tx, `order:${order.id}`, at + editAfterMs);
      return moved;
    });
    receiptsDue.notify();
    return ok(row ? orderOf(row) : ((await quotes.find(orderId)) ?? order));
  }

  /** The person's single quotes that may be confirmed, newest first, without those being paid. */
  const openOf = (by: number) =>
    database.db
      .selectFrom('orders')
      .select(['id', 'quoted_at'])
      .where('buyer_id', '=', by)
      .where(inState('quoted'))
      .where('batch_id', 'is', null)
      .where('source', 'is', null)
      .where('possibly_sent_at', 'is', null)
      .where('expires_at', '>', now())
      .where((eb) => eb.or([eb('paying_until', '<=', now()), eb.not(isHeldByPayment(now()))]))
      .orderBy('quoted_at', 'desc')
      .orderBy('id');

  /**
   * Null if the person has no open quote. Otherwise the cancelled order, or the intended order unchanged if it is decided or
   * being paid.
   */
  async function cancelNewest({ by, idempotencySource, repliedTo }: CancelInWords): Promise<Order | null> {
    const source = idFrom(idempotencySource);
    const open = await openOf(by).execute();
    const before = await chosenBefore.get(source);
    const named = repliedTo === null || before !== undefined ? null : await orderIn(by, repliedTo);
    if (named && !open.some(({ id }) => id === named.id)) return named;
    const chosen = before ?? named?.id ?? open[0]?.id;
    if (chosen === undefined) return null;
    await chosenBefore.set(source, chosen, rememberedMs);
    const cancellation = await cancel(chosen, by);
    return cancellation.ok ? cancellation.value : null;
  }

  /** The order that a message shows, or the order that replaced it. */
  async function orderIn(chatId: number, messageId: number): Promise<Order | null> {
    const message = database.db.selectFrom('order_messages').select('subject').where('chat_id', '=', chatId);
    const { subject = '' } = (await message.where('message_id', '=', messageId).executeTakeFirst()) ?? {};
    const order = subject.startsWith('order:') ? await quotes.find(subject.slice('order:'.length)) : null;
    return order && quotes.newest(order);
  }

  /** Counts the person's Confirm screens in messages, without quotes that browsing left behind. */
  async function countOpen(by: number): Promise<number> {
    const inMessage = sql<boolean>`exists (select 1 from ${sql.table('order_messages')}
      where order_messages.chat_id = ${by} and order_messages.subject = 'order:' || orders.id)`;
    return (await openOf(by).where(inMessage).execute()).length;
  }

  return { cancel, cancelNewest, countOpen };
}
