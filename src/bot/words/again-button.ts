import { orderActions } from '#bot/actions/orders.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, isolated } from '#bot/kit/formatter.ts';
import { seenLength, shownLength, truncateLabel, whoseLength } from '#bot/kit/row-label.ts';
import { type Button, button } from '#bot/kit/screen.ts';
import type { Purchase } from '#domain/person.ts';
import { unspacedMobile } from '#domain/phone.ts';
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

/** Beside a price there is room for a short name, or for the end of a number. */
const shortWhose = 5;

/** The same for the same number, with the price of now if it is known and there is room for it. */
export function againForButton(
  format: Formatter,
  purchase: Omit<Purchase, 'charge' | 'confirmedAt'>,
  price: string | null = null,
): Button {
  const number = unspacedMobile(purchase.mobile);
  const action = orderActions.again({ order: purchase.orderId });
  if (price !== null) {
    const left = room - seenLength(`${separator}${price}`);
    const whose = purchase.label ?? isolated(`…${number.slice(-4)}`);
    const least = Math.min(seenLength(whose), shortWhose);
    const what = boughtTitle(format, purchase, left - least);
    // A cut number tells nothing.
    if (seenLength(what) + least <= left)
      return button(
        `${sign}${what}${separator}${truncateLabel(whose, left - seenLength(what))}${separator}${price}`,
        action,
      );
  }
  const whose = purchase.label ?? number;
  const what = boughtTitle(format, purchase, room - Math.min(seenLength(whose), whoseLength));
  return button(`${sign}${what}${separator}${truncateLabel(whose, room - seenLength(what))}`, action);
}
