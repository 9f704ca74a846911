import type { Order } from '../../../shop/orders/order.ts';
import type { Press } from '../../core/callback-data.ts';
import { type Formatter, foreign } from '../../core/formatter.ts';
import { backRow, homeButton, inReadingOrder } from '../../core/navigation.ts';
import { type Button, beside, button, lines, type Screen } from '../../core/screen.ts';
import { numberLine, saveButton } from '../numbers/screens.ts';

/** What is bought, and for whom: the same lines wherever an order is shown. */
export function factsOf(format: Formatter, order: Order, label: string | null): (string | null)[] {
  return [
    numberLine(format, order.mobile, label),
    format.html('number-facts', { operator: format.operator(order.operatorId), sim: format.sim(order.simType) }),
    format.html('line', { text: { html: `<b>${titleOf(format, order)}</b>` } }),
    order.days === null ? null : format.html('order-days', { days: order.days }),
  ];
}

const titleOf = (format: Formatter, { title, titleEn }: Order): string =>
  format.html('line', { text: format.named(title, titleEn) });

export const codeLine = (format: Formatter, { code }: Order): string =>
  format.html('order-code', { code: format.copyable(code) });

/** An order as it stands: progress, then the receipt. Said of an end state only: bought, or not. */
export const orderScreen = (format: Formatter, order: Order, label: string | null): Screen => ({
  text: orderText(format, order, label),
  keys: receiptButtons(format, order, label),
});

/** The same within My orders, on the way from and to a page of the list. */
export const orderPageScreen = (
  format: Formatter,
  order: Order,
  label: string | null,
  { here, back }: { readonly here: Press; readonly back: Press },
): Screen => ({
  text: orderText(format, order, label),
  keys: [pageButtons(format, order, here), shareButtons(format, order), backRow(format, back)],
});

function orderText(format: Formatter, order: Order, label: string | null): string {
  const reason =
    order.state === 'rejected' && order.outcome
      ? format.html('order-reason', { reason: foreign(order.outcome) })
      : null;
  return lines(
    format.html(`state-${order.state}`),
    reason,
    '',
    ...factsOf(format, order, label),
    format.html('confirm-total', { total: format.money(order.total) }),
    '',
    codeLine(format, order),
    format.html('line', { text: format.when(order.confirmedAt ?? order.quotedAt) }),
  );
}

const copyButton = (format: Formatter, order: Order): Button => ({
  label: format.plain('key-copy-code'),
  copy: order.code,
});

/** What leads away from a receipt leaves it where it is: people look for it later. */
function receiptButtons(format: Formatter, order: Order, label: string | null): Button[][] {
  const copy = copyButton(format, order);
  const home = beside(format.plain('key-home'), { to: 'home' });
  const refresh = button(format.plain('key-refresh'), { to: 'order', order: order.id, page: null });
  const again = beside(format.plain('key-buy-again'), { to: 'again', order: order.id });
  const save = { ...saveButton(format, { mobile: order.mobile, label }), beside: true };
  switch (order.state) {
    case 'confirmed':
    case 'unsure':
    case 'review':
      return [[copy, refresh], inReadingOrder(format, [...shareButtons(format, order), home])];
    case 'delivered':
      return [[copy, again], shareButtons(format, order), inReadingOrder(format, [save, home])];
    case 'rejected':
      return [[copy, again], inReadingOrder(format, [...shareButtons(format, order), home])];
    case 'quoted':
    case 'expired':
    case 'cancelled':
      return [
        inReadingOrder(format, [
          button(format.plain('key-buy-again'), { to: 'again', order: order.id }),
          homeButton(format),
        ]),
      ];
  }
}

/** For others. What comes of them stands beside the receipt. */
const shareButtons = (format: Formatter, { id, state }: Order): Button[] => [
  ...(state === 'delivered' ? [beside(format.plain('key-picture'), { to: 'picture', order: id })] : []),
  beside(format.plain('key-share'), { to: 'share', order: id }),
];

function pageButtons(format: Formatter, order: Order, here: Press): Button[] {
  const open = order.state === 'confirmed' || order.state === 'unsure' || order.state === 'review';
  return [
    copyButton(format, order),
    open
      ? button(format.plain('key-refresh'), here)
      : button(format.plain('key-buy-again'), { to: 'again', order: order.id }),
  ];
}
