import type { Order } from '../../../shop/orders/order.ts';
import type { Press } from '../../core/callback-data.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { asRead, backRow, homeKey } from '../../core/navigation.ts';
import { beside, type Key, key, lines, type Screen } from '../../core/screen.ts';
import { numberLine, saveKey } from '../numbers/screens.ts';

/** What is bought, and for whom: the same lines wherever an order is shown. */
export function factsOf(view: View, order: Order, label: string | null): (string | null)[] {
  return [
    numberLine(view, order.mobile, label),
    view.html('number-facts', { operator: view.operator(order.operatorId), sim: view.sim(order.simType) }),
    view.html('line', { text: { html: `<b>${titleOf(view, order)}</b>` } }),
    order.days === null ? null : view.html('order-days', { days: order.days }),
  ];
}

const titleOf = (view: View, { title, titleEn }: Order): string =>
  view.html('line', { text: view.named(title, titleEn) });

export const codeLine = (view: View, { code }: Order): string => view.html('order-code', { code: view.copyable(code) });

/** An order as it stands: progress, then the receipt. Said of an end state only: bought, or not. */
export const orderScreen = (view: View, order: Order, label: string | null): Screen => ({
  text: orderText(view, order, label),
  keys: receiptKeys(view, order, label),
});

/** The same within My orders, on the way from and to a page of the list. */
export const orderPageScreen = (
  view: View,
  order: Order,
  label: string | null,
  { here, back }: { readonly here: Press; readonly back: Press },
): Screen => ({
  text: orderText(view, order, label),
  keys: [pageKeys(view, order, here), shareKeys(view, order), backRow(view, back)],
});

function orderText(view: View, order: Order, label: string | null): string {
  const reason =
    order.state === 'rejected' && order.outcome ? view.html('order-reason', { reason: foreign(order.outcome) }) : null;
  return lines(
    view.html(`state-${order.state}`),
    reason,
    '',
    ...factsOf(view, order, label),
    view.html('confirm-total', { total: view.money(order.total) }),
    '',
    codeLine(view, order),
    view.html('line', { text: view.when(order.confirmedAt ?? order.quotedAt) }),
  );
}

const copyKey = (view: View, order: Order): Key => ({ label: view.plain('key-copy-code'), copy: order.code });

/** What leads away from a receipt leaves it where it is: people look for it later. */
function receiptKeys(view: View, order: Order, label: string | null): Key[][] {
  const copy = copyKey(view, order);
  const home = beside(view.plain('key-home'), { to: 'home' });
  const refresh = key(view.plain('key-refresh'), { to: 'order', order: order.id, page: null });
  const again = beside(view.plain('key-buy-again'), { to: 'again', order: order.id });
  const save = { ...saveKey(view, { mobile: order.mobile, label }), beside: true };
  switch (order.state) {
    case 'confirmed':
    case 'unsure':
    case 'review':
      return [[copy, refresh], asRead(view, [...shareKeys(view, order), home])];
    case 'delivered':
      return [[copy, again], shareKeys(view, order), asRead(view, [save, home])];
    case 'rejected':
      return [[copy, again], asRead(view, [...shareKeys(view, order), home])];
    case 'quoted':
    case 'expired':
    case 'cancelled':
      return [asRead(view, [key(view.plain('key-buy-again'), { to: 'again', order: order.id }), homeKey(view)])];
  }
}

/** For others. What comes of them stands beside the receipt. */
const shareKeys = (view: View, { id, state }: Order): Key[] => [
  ...(state === 'delivered' ? [beside(view.plain('key-picture'), { to: 'picture', order: id })] : []),
  beside(view.plain('key-share'), { to: 'share', order: id }),
];

function pageKeys(view: View, order: Order, here: Press): Key[] {
  const open = order.state === 'confirmed' || order.state === 'unsure' || order.state === 'review';
  return [
    copyKey(view, order),
    open ? key(view.plain('key-refresh'), here) : key(view.plain('key-buy-again'), { to: 'again', order: order.id }),
  ];
}
