import { lookupActions } from '#bot/actions/order-lookup.ts';
import { type Formatter, truncate } from '#bot/kit/formatter.ts';
import { backRow, pageRows } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { orderRow } from '#bot/words/history-screen.ts';
import type { Mobile } from '#domain/phone.ts';
import type { HistoryPage } from '#shop/buying/orders/order-history.ts';

interface NumberOrdersData extends HistoryPage {
  readonly mobile: Mobile;
  /** Buyers' names by id. */
  readonly names: ReadonlyMap<number, string>;
}

const nameLength = 20;

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
        orderRow(format, order, truncate(names.get(order.buyerId) ?? String(order.buyerId), nameLength)),
        lookupActions.found({ order: order.id, mobile, page: page + 1 }),
      ),
    ]),
    ...pageRows(format, page + 1, pages, (toPage) => lookupActions.numberOrders({ mobile, page: toPage })),
    backRow(format, lookupActions.askFind()),
  ],
});
