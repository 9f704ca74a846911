import type { Update } from 'grammy/types';
import type { PurchaseIntent } from '#shop/buying/orders/order.ts';

/** The actions of a person: one update each. */
export type Tap =
  | { readonly do: 'quote'; readonly wanted: PurchaseIntent; readonly promo: string | undefined }
  | {
      readonly do: 'confirm';
      readonly orderId: string;
      readonly messageId: number;
      /** Confirmed long ago and not settled since. */
      readonly longAgo: boolean;
    }
  | { readonly do: 'cancel'; readonly orderId: string }
  | { readonly do: 'pay'; readonly orderId: string; readonly amount: number; readonly chargeId: string }
  /** Shows the order's page in this message. */
  | { readonly do: 'open'; readonly orderId: string; readonly messageId: number }
  /** Shows something else in this message. */
  | { readonly do: 'leave'; readonly messageId: number };

/** Telegram's update for a tap: a press or a payment. */
export function updateOf(updateId: number, personId: number, tap: Tap): Update {
  const from = { id: personId, is_bot: false, first_name: 'Buyer' };
  const message = { message_id: updateId, date: 0, from, chat: { id: personId, type: 'private', first_name: 'Buyer' } };
  const data = JSON.stringify(tap);
  const update =
    tap.do === 'pay'
      ? { update_id: updateId, message: { ...message, successful_payment: { invoice_payload: data } } }
      : { update_id: updateId, callback_query: { id: `${updateId}`, from, chat_instance: '', message, data } };
  return update as unknown as Update;
}

export function tapOf({ callback_query, message }: Update): { readonly by: number; readonly tap: Tap } {
  const by = (callback_query ?? message)?.from?.id ?? 0;
  const data = callback_query?.data ?? message?.successful_payment?.invoice_payload ?? '';
  return { by, tap: JSON.parse(data) as Tap };
}
