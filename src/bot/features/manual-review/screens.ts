import type { OrderState } from '../../../domain/order.ts';
import type { OrderEvent } from '../../../shop/orders/history.ts';
import type { Order } from '../../../shop/orders/order.ts';
import type { Press } from '../../core/callback-data.ts';
import { underDays } from '../../core/days.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { backRow, leafRows } from '../../core/navigation.ts';
import { key, lines, type Screen } from '../../core/screen.ts';
import { signs } from '../orders/history-screen.ts';
import { codeLine, factsOf } from '../orders/order-screen.ts';

export function reviewsScreen(
  view: View,
  { orders, page, more }: { orders: readonly Order[]; page: number; more: boolean },
): Screen {
  const label = ({ code, mobile, total }: Order) =>
    [view.code(code), view.mobile(mobile), view.money(total)].join(' · ');
  return {
    text: lines(view.html('reviews-title'), '', view.html(orders.length === 0 ? 'reviews-none' : 'reviews-hint')),
    keys: [
      ...orders.map((order) => [key(label(order), { to: 'review', order: order.id })]),
      ...leafRows(view, { page, more }, (turned) => ({ to: 'reviews', page: turned })),
      backRow(view, { to: 'desk' }),
    ],
  };
}

export interface ReviewData {
  readonly order: Order;
  readonly buyer: { readonly id: number; readonly name: string } | null;
  readonly events: readonly OrderEvent[];
  readonly back: Press;
}

/** What the gateway, or the owner, said. The rest are our own words, for the log, and say what the state says. */
const told: readonly OrderState[] = ['unsure', 'delivered', 'rejected'];

/** One order with all that is known of it, the way to its buyer and, where it waits for that, the two ways to end it. */
export function reviewScreen(view: View, { order, buyer, events, back }: ReviewData): Screen {
  const trail = underDays(view, events, ({ at, to, why }) => {
    const step = { time: view.clock(at), state: view.plain(`mark-${to}`) };
    return told.includes(to)
      ? view.html('review-event-why', { ...step, why: foreign(why) })
      : view.html('review-event', step);
  });
  const open = order.state === 'review';
  return {
    text: lines(
      view.html('review-title', { sign: signs[order.state], state: view.plain(`mark-${order.state}`) }),
      '',
      ...factsOf(view, order, null),
      view.html('report-vat', { base: view.money(order.base), vat: view.money(order.vat) }),
      view.html('confirm-total', { total: view.money(order.total) }),
      view.html('review-buyer', { buyer: foreign(buyer?.name ?? String(order.buyerId)) }),
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
      // Nobody has confirmed it: whoever gives this code to the owner asks for credit.
      ...(order.state === 'quoted' && buyer
        ? [[key(view.plain('key-grant'), { to: 'askCredit', action: 'grant', person: buyer.id })]]
        : []),
      [
        { label: view.plain('key-copy-code'), copy: order.code },
        ...(buyer ? [key(view.plain('key-buyer'), { to: 'agent', person: buyer.id })] : []),
      ],
      backRow(view, back),
    ],
  };
}
