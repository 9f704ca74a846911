import type { Mobile } from '../../../domain/phone.ts';
import type { Order } from '../../../shop/orders/order.ts';
import { type HistoryPage, type PastState, pastStates } from '../../../shop/orders/past.ts';
import { type PastTime, type Press, pastTimes } from '../../core/callback-data.ts';
import { buttonLength, type Formatter } from '../../core/formatter.ts';
import { backRow, homeButton, pageRows } from '../../core/navigation.ts';
import { type Button, button, lines, type Screen } from '../../core/screen.ts';

/** Which of their orders someone looks at. */
export interface PastChoice {
  readonly state: PastState;
  readonly time: PastTime;
  readonly mobile: Mobile | null;
}

export const allOrders: PastChoice = { state: 'all', time: 'all', mobile: null };

const isAll = ({ state, time, mobile }: PastChoice): boolean => state === 'all' && time === 'all' && mobile === null;

export const pastPress = (choice: PastChoice, page: number): Press =>
  isAll(choice) ? { to: 'orders', page } : { to: 'past', page, ...choice };

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
export function orderRow(format: Formatter, order: Order, whose: string | null = format.mobile(order.mobile)): string {
  const row = {
    sign: signs[order.state],
    day: format.day(order.confirmedAt ?? order.quotedAt),
    total: format.money(order.total),
    what: format.named(order.title, order.titleEn, buttonLength),
  };
  return whose === null ? format.plain('order-row-short', row) : format.plain('order-row', { ...row, whose });
}

export interface PastData extends HistoryPage {
  readonly choice: PastChoice;
  /** Sellers look for a day's or a number's orders; others have few. */
  readonly seller: boolean;
}

/** My orders: all of them, or those that were asked for. */
export function ordersScreen(format: Formatter, { orders, page, pages, choice, seller }: PastData): Screen {
  const filtered = !isAll(choice);
  const empty = filtered ? 'past-none' : 'orders-empty';
  const row = (order: Order) => (choice.mobile === null ? orderRow(format, order) : orderRow(format, order, null));
  return {
    text: lines(
      format.html('orders-title'),
      filtered ? format.html('past-choice', { choice: spoken(format, choice) }) : null,
      '',
      format.html(orders.length === 0 ? empty : 'orders-hint'),
    ),
    keys: [
      ...orders.map((order) => [button(row(order), pastOrderPress(choice, page + 1, order))]),
      ...pageRows(format, page + 1, pages, (turned) => pastPress(choice, turned)),
      ...(filtered || pages > 1 || (seller && orders.length > 0) ? [choiceRow(format, choice, seller)] : []),
      [homeButton(format)],
    ],
  };
}

const marks = { all: '☰', open: '⏳', delivered: '✅', rejected: '❌' } as const;

const stateName = (format: Formatter, state: PastState): string => `${marks[state]} ${format.plain(`past-${state}`)}`;

const spoken = (format: Formatter, { state, time, mobile }: PastChoice): string =>
  [
    ...(state === 'all' ? [] : [stateName(format, state)]),
    ...(time === 'all' ? [] : [format.plain(`past-time-${time}`)]),
    ...(mobile === null ? [] : [format.mobile(mobile)]),
  ].join(' · ');

const after = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length] ?? value;

/** One row: each key says what is in force, and a tap goes on to the next. */
function choiceRow(format: Formatter, choice: PastChoice, seller: boolean): Button[] {
  const { state, time, mobile } = choice;
  const byState = button(stateName(format, state), pastPress({ ...choice, state: after(pastStates, state) }, 1));
  if (!seller) return [byState];
  return [
    byState,
    button(`🗓 ${format.plain(`past-time-${time}`)}`, pastPress({ ...choice, time: after(pastTimes, time) }, 1)),
    mobile === null
      ? button(format.plain('key-one-number'), { to: 'askPast', state, time })
      : button(format.plain('key-any-number'), pastPress({ ...choice, mobile: null }, 1)),
  ];
}

export const askPastScreen = (format: Formatter, choice: PastChoice): Screen => ({
  text: format.html('ask-past'),
  keys: [backRow(format, pastPress(choice, 1))],
});
