import { boughtStates, heldStates, isEnd } from '#domain/order.ts';
import { receiptView, type TrackedMessage } from '#shop/base/outbox/order-messages.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import type { Shop } from '#shop/shop.ts';
import { tellStep } from './points.ts';
import type { Reply, Screen } from './protocol.ts';
import type { Random } from './random.ts';
import type { Tap } from './taps.ts';
import type { Watch } from './watched-dialect.ts';

export interface ChatDeps {
  readonly shop: Shop;
  /** The same shop with a clock far in the past. */
  readonly shopLongAgo: Pick<Shop, 'orders'>;
  readonly watch: Watch;
  readonly random: Random;
  readonly note: (screen: Screen) => void;
}

/** Messages of the bot have ids from here on; lower ids belong to messages that people tap. */
export const firstSentId = 1_000_000_000;

/** The bot without texts: a screen is the state that it shows. */
export function createChat({ shop, shopLongAgo, watch, random, note }: ChatDeps) {
  const { orders, orderMessages, payments } = shop;
  const newMessage = () => random.whole(firstSentId, 2 * firstSentId);
  const show = (messageId: number, order: Screen['order']) =>
    watch(tellStep, { work: async () => note({ messageId, order }) });

  async function answer(tap: Tap, by: number, idempotencySource: string): Promise<Reply> {
    switch (tap.do) {
      case 'quote': {
        const quoted = await orders.quote({ idempotencySource, buyerId: by, wanted: tap.wanted, promo: tap.promo });
        return quoted.ok ? standing(quoted.value) : { kind: 'failure', code: quoted.error.code };
      }
      case 'confirm': {
        const { orderId, messageId, longAgo } = tap;
        const at = longAgo ? shopLongAgo.orders : orders;
        const confirmed = await at.confirm({ orderId, by, idempotencySource, messageId });
        return confirmed.ok ? standing(confirmed.value) : { kind: 'failure', code: confirmed.error.failure.code };
      }
      case 'cancel': {
        const cancelled = await orders.cancel(tap.orderId, by);
        return cancelled.ok ? standing(cancelled.value) : { kind: 'failure', code: cancelled.error.code };
      }
      case 'pay': {
        const { order } = await payments.invoices.paid({ ...tap, payload: tap.orderId, by });
        return order ? standing(order) : { kind: 'done' };
      }
      case 'open': {
        const order = await orders.find(tap.orderId);
        if (order) await open(order, tap.messageId);
        return order ? standing(order) : { kind: 'failure', code: 'order-unknown' };
      }
      case 'leave': {
        const released = await orderMessages.release(by, tap.messageId);
        if (!released?.busy) await show(tap.messageId, null);
        return { kind: 'done' };
      }
    }
  }

  /** Shows an order's page like the bot: while the order may change, the receipt worker keeps the message. */
  async function open(order: Order, messageId: number): Promise<void> {
    const { id, state, buyerId: chatId } = order;
    if (!boughtStates.includes(state)) return;
    const released = await orderMessages.release(chatId, messageId);
    const page = { chatId, subject: subjectOf(order), view: 'page' };
    if (!released?.busy && heldStates.includes(state))
      return orderMessages.track({ ...page, messageId, shown: released?.shown ?? '' });
    const into = released?.busy ? newMessage() : messageId;
    await show(into, { id, state });
    if (heldStates.includes(state)) await orderMessages.track({ ...page, messageId: into, shown: state });
  }

  async function deliver(what: ReceiptSubject, { messages, told }: ReceiptContext): Promise<ReceiptResult> {
    if (what.kind === 'payment') return { kind: 'delivered', messages: [] };
    if (what.kind !== 'order') throw new Error('There are no lists here.');
    if (random.chance(0.15)) return { kind: 'later', retryAfterMs: null };
    const { id, state, buyerId: chatId } = what.order;
    const current: TrackedMessage[] = [];
    for (const message of messages) {
      if (message.shown !== state) await show(message.messageId, { id, state });
      current.push({ ...message, shown: state });
    }
    const loud = isEnd(state) && random.chance(0.2);
    if (told === state || (current.length > 0 && !loud)) return { kind: 'delivered', messages: current };
    const messageId = newMessage();
    await show(messageId, { id, state });
    const sent = { chatId, messageId, subject: subjectOf(what.order), view: receiptView, shown: state };
    return { kind: 'delivered', messages: [...current, sent] };
  }

  return { answer, deliver };
}

const standing = ({ id, state }: Order): Reply => ({ kind: 'order', id, state });
