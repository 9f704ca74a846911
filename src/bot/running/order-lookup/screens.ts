import { adminActions } from '#bot/actions/admin.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { type Formatter, truncate } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, mostButtons, pageRows } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { orderRow } from '#bot/words/history-screen.ts';
import type { Mobile } from '#domain/phone.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { HistoryPage } from '#shop/buying/orders/order-history.ts';

interface NumberOrdersData extends HistoryPage {
  readonly mobile: Mobile;
  /** Buyers' names by id. */
  readonly names: ReadonlyMap<number, string>;
}

const nameLength = 20;

interface LatestOrdersData {
  readonly orders: readonly Order[];
  readonly names: NumberOrdersData['names'];
  /** How many wait for a decision. */
  readonly reviews: number;
}

export const latestOrdersScreen = (format: Formatter, { orders, names, reviews }: LatestOrdersData): Screen => ({
  text: lines(
    format.html('desk-orders-title'),
    '',
    format.html(orders.length === 0 ? 'desk-orders-none' : 'desk-orders-hint'),
  ),
  keys: [
    ...(reviews > 0
      ? [[button(format.plain('key-reviews', { count: reviews }), reviewActions.reviews({ page: 1 }))]]
      : []),
    ...orders
      .slice(0, mostButtons - (reviews > 0 ? 3 : 2))
      .map((order) => [
        button(
          orderRow(format, order, buyerName(names, order)),
          lookupActions.found({ order: order.id, mobile: null, page: 1 }),
        ),
      ]),
    // Back leads to the desk, which has the way home.
    inReadingOrder(format, [
      button(format.plain('key-back'), adminActions.menu()),
      button(format.plain('key-find'), lookupActions.askFind()),
    ]),
  ],
});

const buyerName = (names: NumberOrdersData['names'], { buyerId }: Order): string =>
  truncate(names.get(buyerId) ?? String(buyerId), nameLength);

export const numberOrdersScreen = (
  format: Formatter,
  { orders, page, pages, mobile, names }: NumberOrdersData,
): Screen => ({
  text: lines(
    format.html('number-orders-title', { number: format.mobile(mobile) }),
    '',
    format.html(orders.length === 0 ? 'number-orders-none' : 'orders-hint'),
  ),
  keys: [
    ...orders.map((order) => [
      button(
        orderRow(format, order, buyerName(names, order)),
        lookupActions.found({ order: order.id, mobile, page: page + 1 }),
      ),
    ]),
    ...pageRows(format, page + 1, pages, (toPage) => lookupActions.numberOrders({ mobile, page: toPage })),
    backRow(format, lookupActions.askFind()),
  ],
});
