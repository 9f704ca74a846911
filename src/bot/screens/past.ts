import type { Mobile } from '../../domain/phone.ts';
import type { Order } from '../../shop/orders/order.ts';
import { type HistoryPage, type PastState, pastStates } from '../../shop/orders/past.ts';
import { type PastTime, type Press, pastTimes } from '../buttons.ts';
import { type Key, key, lines, type Screen } from '../screen.ts';
import { buttonLength, type View } from '../view.ts';
import { backRow, homeKey, pageRows } from './navigation.ts';

/** Which of their orders someone looks at. */
export interface PastChoice {
  readonly state: PastState;
  readonly time: PastTime;
  readonly mobile: Mobile | null;
}

export const allOrders: PastChoice = { state: 'all', time: 'all', mobile: null };

const isAll = ({ state, time, mobile }: PastChoice): boolean => state === 'all' && time === 'all' && mobile === null;

export const pastPress = ({ state, time, mobile }: PastChoice, page: number): Press =>
  isAll({ state, time, mobile }) ? { to: 'orders', page } : { to: 'past', page, state, time, mobile };

export const pastOrderPress = (choice: PastChoice, page: number, { id }: Pick<Order, 'id'>): Press =>
  isAll(choice) ? { to: 'order', order: id, page } : { to: 'pastOrder', order: id, page, ...choice };

/** An order's state at a glance. */
export const signs = {
  confirmed: '⏳',
  unsure: '⏳',
  review: '🔎',
  delivered: '✅',
  rejected: '❌',
  quoted: '🏷',
  expired: '⌛️',
  cancelled: '✖️',
} as const;

/**
 * A row is cut off at its end on a small screen: what tells orders apart comes first. That is the number, or whoever
 * bought it where all are for one number; null: nothing of the kind.
 */
export function orderRow(view: View, order: Order, whose: string | null = view.mobile(order.mobile)): string {
  const row = {
    sign: signs[order.state],
    day: view.day(order.confirmedAt ?? order.quotedAt),
    total: view.money(order.total),
    what: view.named(order.title, order.titleEn, buttonLength),
  };
  return whose === null ? view.plain('order-row-short', row) : view.plain('order-row', { ...row, whose });
}

export interface PastData extends HistoryPage {
  readonly choice: PastChoice;
  /** Sellers look for a day's or a number's orders; others have few. */
  readonly seller: boolean;
}

/** My orders: all of them, or those that were asked for. */
export function ordersScreen(view: View, { orders, page, pages, choice, seller }: PastData): Screen {
  const filtered = !isAll(choice);
  const empty = filtered ? 'past-none' : 'orders-empty';
  const row = (order: Order) => (choice.mobile === null ? orderRow(view, order) : orderRow(view, order, null));
  return {
    text: lines(
      view.html('orders-title'),
      filtered ? view.html('past-choice', { choice: spoken(view, choice) }) : null,
      '',
      view.html(orders.length === 0 ? empty : 'orders-hint'),
    ),
    keys: [
      ...orders.map((order) => [key(row(order), pastOrderPress(choice, page + 1, order))]),
      ...pageRows(view, page + 1, pages, (turned) => pastPress(choice, turned)),
      ...(filtered || pages > 1 || (seller && orders.length > 0) ? [choiceRow(view, choice, seller)] : []),
      [homeKey(view)],
    ],
  };
}

const marks = { all: '☰', open: '⏳', delivered: '✅', rejected: '❌' } as const;

const stateName = (view: View, state: PastState): string => `${marks[state]} ${view.plain(`past-${state}`)}`;

const spoken = (view: View, { state, time, mobile }: PastChoice): string =>
  [
    ...(state === 'all' ? [] : [stateName(view, state)]),
    ...(time === 'all' ? [] : [view.plain(`past-time-${time}`)]),
    ...(mobile === null ? [] : [view.mobile(mobile)]),
  ].join(' · ');

const after = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length] ?? value;

/** One row: each key says what is in force, and a tap goes on to the next. */
function choiceRow(view: View, choice: PastChoice, seller: boolean): Key[] {
  const { state, time, mobile } = choice;
  const byState = key(stateName(view, state), pastPress({ ...choice, state: after(pastStates, state) }, 1));
  if (!seller) return [byState];
  return [
    byState,
    key(`🗓 ${view.plain(`past-time-${time}`)}`, pastPress({ ...choice, time: after(pastTimes, time) }, 1)),
    mobile === null
      ? key(view.plain('key-one-number'), { to: 'askPast', state, time })
      : key(view.plain('key-any-number'), pastPress({ ...choice, mobile: null }, 1)),
  ];
}

export const askPastScreen = (view: View, choice: PastChoice): Screen => ({
  text: view.html('ask-past'),
  keys: [backRow(view, pastPress(choice, 1))],
});
