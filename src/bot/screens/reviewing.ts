import type { OrderEvent } from '../../shop/orders/history.ts';
import type { Order } from '../../shop/orders/order.ts';
import { type Key, key, lines, type Screen } from '../screen.ts';
import { foreign, type View } from '../view.ts';
import { backRow } from './navigation.ts';
import { codeLine, factsOf } from './order.ts';

export function reviewsScreen(
  view: View,
  { orders, page, more }: { orders: readonly Order[]; page: number; more: boolean },
): Screen {
  const turns: Key[] = [];
  if (page > 1) turns.push(key(view.plain('key-previous'), { to: 'reviews', page: page - 1 }));
  if (more) turns.push(key(view.plain('key-next'), { to: 'reviews', page: page + 1 }));
  const label = ({ code, mobile, total }: Order) =>
    [view.code(code), view.mobile(mobile), view.money(total)].join(' · ');
  return {
    text: lines(view.html('reviews-title'), '', view.html(orders.length === 0 ? 'reviews-none' : 'reviews-hint')),
    keys: [
      ...orders.map((order) => [key(label(order), { to: 'review', order: order.id })]),
      ...(turns.length > 0 ? [turns] : []),
      backRow(view, { to: 'desk' }),
    ],
  };
}

/** One order with all that is known of it, and the two ways to end it. */
export function reviewScreen(
  view: View,
  { order, buyer, events }: { order: Order; buyer: string; events: readonly OrderEvent[] },
): Screen {
  const trail = events.map(({ at, to, why }) =>
    view.html('review-event', { when: view.when(at), state: view.plain(`mark-${to}`), why: foreign(why) }),
  );
  const open = order.state === 'review';
  return {
    text: lines(
      `<b>${view.html(`mark-${order.state}`)}</b>`,
      '',
      ...factsOf(view, order, null),
      view.html('confirm-total', { total: view.money(order.total) }),
      view.html('review-buyer', { buyer: foreign(buyer) }),
      codeLine(view, order),
      '',
      ...trail,
    ),
    keys: [
      ...(open
        ? [
            [
              key(view.plain('key-decide-delivered'), { to: 'askDecide', order: order.id, as: 'delivered' }),
              key(view.plain('key-decide-rejected'), { to: 'askDecide', order: order.id, as: 'rejected' }),
            ],
          ]
        : []),
      [{ label: view.plain('key-copy-code'), copy: order.code }],
      backRow(view, { to: 'reviews', page: 1 }),
    ],
  };
}
