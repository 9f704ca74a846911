import { orderActions } from '#bot/actions/orders.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { seenLength, shownLength, truncateLabel, whoseLength } from '#bot/kit/row-label.ts';
import { type Button, button } from '#bot/kit/screen.ts';
import { unspacedMobile } from '#domain/phone.ts';
import type { Purchase } from '#shop/people/people/purchases.ts';
import { boughtTitle } from './item-title.ts';

type Bought = Parameters<typeof boughtTitle>[1];

const sign = '↻ ';
const separator = ' · ';
const room = shownLength(1) - seenLength(sign + separator);

/** Buys the same again: what, then what else there is to know of it. */
export const againButton = (format: Formatter, bought: Bought, price: string | null, action: Action): Button => {
  const end = price === null ? '' : `${separator}${price}`;
  return button(`${sign}${boughtTitle(format, bought, shownLength(1) - seenLength(sign + end))}${end}`, action);
};

/** The same for the same number. */
export function againForButton(format: Formatter, purchase: Omit<Purchase, 'charge'>): Button {
  const whose = purchase.label ?? unspacedMobile(purchase.mobile);
  const what = boughtTitle(format, purchase, room - Math.min(seenLength(whose), whoseLength));
  const label = `${sign}${what}${separator}${truncateLabel(whose, room - seenLength(what))}`;
  return button(label, orderActions.again({ order: purchase.orderId }));
}
