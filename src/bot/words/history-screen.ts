import { type HistoryTime, historyTimes, orderActions } from '#bot/actions/orders.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, isolated } from '#bot/kit/formatter.ts';
import { backRow, homeButton, inReadingOrder, pageRows } from '#bot/kit/navigation.ts';
import { seenLength, shownLength, shownName, truncateLabel, whoseLength } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { dayOf } from '#domain/calendar.ts';
import { type Mobile, spokenMobile } from '#domain/phone.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { type HistoryPage, type HistoryState, historyStates } from '#shop/buying/orders/order-history.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import { boughtTitle } from './item-title.ts';
import { shownState, signs } from './order-screen.ts';

export interface HistoryFilter {
  readonly state: HistoryState;
  readonly time: HistoryTime;
  readonly mobile: Mobile | null;
}

export const allOrders: HistoryFilter = { state: 'all', time: 'all', mobile: null };

const isAll = ({ state, time, mobile }: HistoryFilter): boolean => state === 'all' && time === 'all' && mobile === null;

export const historyAction = (filter: HistoryFilter, page: number): Action =>
  isAll(filter) ? orderActions.orders({ page }) : orderActions.history({ page, ...filter });

export const historyOrderAction = (filter: HistoryFilter, page: number, { id }: Pick<Order, 'id'>): Action =>
  isAll(filter) ? orderActions.order({ order: id, page }) : orderActions.historyOrder({ order: id, page, ...filter });

/** Phones cut the end of a row, so what was bought comes first, then whose it is. Null: the same for all rows. */
export function orderRow(format: Formatter, order: Order, whose: string | null = spokenMobile(order.mobile)): string {
  const at = order.confirmedAt ?? order.quotedAt;
  const sign = `${signs[shownState(order)]}${order.source === 'api' ? apiSign : ''}`;
  const row = { sign, total: format.price(order.charge), when: `${format.day(at)} ${format.clock(at)}` };
  const room = shownLength(1) - seenLength(`${sign}  · `);
  if (whose === null)
    return format.plain('order-row-short', { ...row, what: boughtTitle(format, order, room - seenLength(row.total)) });
  if (isName(whose)) {
    // Beside a name there is room for the total, unless it is very long.
    const beside = room - seenLength(` · ${row.total}`);
    const least = Math.min(seenLength(whose), shownName);
    const what = boughtTitle(format, order, beside - least);
    if (beside - least >= shortestTitle && seenLength(what) <= beside - least && !what.includes('…'))
      return format.plain('order-row', { ...row, what, whose: truncateLabel(whose, beside - seenLength(what)) });
  }
  const dense = whose.replaceAll(' ', '');
  const what = boughtTitle(format, order, room - Math.min(seenLength(dense), whoseLength));
  const left = room - seenLength(what);
  return format.plain('order-row', {
    ...row,
    what,
    whose: truncateLabel(seenLength(whose) <= left || isName(whose) ? whose : dense, left),
  });
}

const apiSign = ' 🔌';
/** "10 GB". */
const shortestTitle = 5;

/**
 * Of the reader's own orders, so that a phone shows the time too: the total is on the order's page, a number is known by its end,
 * and today needs no date. Null label: the number has no name; `isOne`: all rows have the same number.
 */
function ownOrderRow(
  format: Formatter,
  order: Order,
  { label, isOne, now }: { readonly label: string | null; readonly isOne: boolean; readonly now: number },
): string {
  const at = order.confirmedAt ?? order.quotedAt;
  const sign = `${signs[shownState(order)]}${order.source === 'api' ? apiSign : ''}`;
  const clock = format.clock(at);
  const isToday = dayOf(at) === dayOf(now);
  if (isOne) {
    const when = isToday ? clock : `${format.shortDay(at)} ${clock}`;
    const room = shownLength(1) - seenLength(`${sign}  · ${when}`) - spared(clock);
    return format.plain('order-row-own-short', { sign, what: boughtTitle(format, order, room), when });
  }
  const when = isToday ? clock : format.shortDay(at);
  const room = shownLength(1) - seenLength(`${sign}  ·  · ${when}`) - (isToday ? spared(clock) : 0);
  const digits = `…${order.mobile.slice(-4)}`;
  const what = boughtTitle(
    format,
    order,
    room - (label === null ? digits.length : Math.min(seenLength(label), shownName)),
  );
  const whose = label === null ? isolated(digits) : truncateLabel(label, Math.max(shownName, room - seenLength(what)));
  return format.plain('order-row-own', { sign, what, whose, when });
}

/** An order of the morning is worded like one of the afternoon. */
const spared = (clock: string): number => '00:00'.length - seenLength(clock);

const isName = (whose: string): boolean => /\p{L}/u.test(whose);

interface HistoryData extends HistoryPage {
  readonly filter: HistoryFilter;
  /** Sellers can also filter by time and number. */
  readonly seller: boolean;
  /** Numbers with their saved names. */
  readonly knownNumbers: ReadonlyMap<Mobile, Pick<KnownNumber, 'label'>>;
  readonly now: number;
}

export function historyScreen(format: Formatter, data: HistoryData): Screen {
  const { orders, page, pages, filter, seller, knownNumbers, now } = data;
  const isFiltered = !isAll(filter);
  const empty = isFiltered ? 'past-none' : 'orders-empty';
  return {
    text: lines(
      format.html('orders-title'),
      isFiltered ? format.html('past-choice', { choice: filterText(format, filter) }) : null,
      '',
      format.html(orders.length === 0 ? empty : 'orders-hint'),
    ),
    keys: [
      ...orders.map((order) => {
        const label = knownNumbers.get(order.mobile)?.label ?? null;
        const row = ownOrderRow(format, order, { label, isOne: filter.mobile !== null, now });
        return [button(row, historyOrderAction(filter, page + 1, order))];
      }),
      ...pageRows(format, page + 1, pages, (toPage) => historyAction(filter, toPage)),
      // A choice leads to the first page, so it is made there.
      ...(page === 0 && (isFiltered || pages > 1 || (seller && orders.length > 0))
        ? [inReadingOrder(format, filterRow(format, filter, seller))]
        : []),
      [homeButton(format)],
    ],
  };
}

const marks = { all: '☰', open: '⏳', delivered: '✅', rejected: '❌' } as const;

const stateName = (format: Formatter, state: HistoryState): string =>
  `${marks[state]} ${format.plain(`past-${state}`)}`;

const filterText = (format: Formatter, { state, time, mobile }: HistoryFilter): string =>
  [
    ...(state === 'all' ? [] : [stateName(format, state)]),
    ...(time === 'all' ? [] : [format.plain(`past-time-${time}`)]),
    ...(mobile === null ? [] : [format.mobile(mobile)]),
  ].join(' · ');

const after = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length] ?? value;

/** Each button shows the current filter; a press selects the next. */
function filterRow(format: Formatter, filter: HistoryFilter, seller: boolean): Button[] {
  const { state, time, mobile } = filter;
  const byState = button(stateName(format, state), historyAction({ ...filter, state: after(historyStates, state) }, 1));
  if (!seller) return [byState];
  return [
    byState,
    button(`🗓 ${format.plain(`past-time-${time}`)}`, historyAction({ ...filter, time: after(historyTimes, time) }, 1)),
    mobile === null
      ? button(format.plain('key-one-number'), orderActions.askHistoryNumber({ state, time }))
      : button(format.plain('key-any-number'), historyAction({ ...filter, mobile: null }, 1)),
  ];
}

export const askHistoryNumberScreen = (format: Formatter, filter: HistoryFilter): Screen => ({
  text: format.html('ask-past'),
  keys: [backRow(format, historyAction(filter, 1))],
});
