import { agentActions } from '#bot/actions/agents.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, previousNextRows } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { groupByDay } from '#bot/words/group-by-day.ts';
import { codeLine, factsOf, markLine, reversedLine } from '#bot/words/order-screen.ts';
import { ownerLines } from '#bot/words/price-lines.ts';
import type { OrderState } from '#domain/order.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { OrderEvent } from '#shop/buying/orders/order-queries.ts';

export function reviewsScreen(
  format: Formatter,
  { orders, page, more }: { orders: readonly Order[]; page: number; more: boolean },
): Screen {
  const label = ({ code, mobile, charge }: Order) =>
    [format.mobile(mobile), format.price(charge), format.code(code)].join(' · ');
  return {
    text: lines(format.html('reviews-title'), '', format.html(orders.length === 0 ? 'reviews-none' : 'reviews-hint')),
    keys: [
      ...orders.map((order) => [button(label(order), reviewActions.review({ order: order.id }))]),
      ...previousNextRows(format, { page, more }, (toPage) => reviewActions.reviews({ page: toPage })),
      backRow(format, lookupActions.latest()),
    ],
  };
}

interface ReviewData {
  readonly order: Order;
  readonly buyer: { readonly id: number; readonly name: string } | null;
  readonly events: readonly OrderEvent[];
  readonly back: Action;
  /** The buyer's page, with a way back to this order. */
  readonly buyerPage: (person: number) => Action;
}

/** The reasons of other states are internal. */
const shownStates: readonly OrderState[] = ['unsure', 'review', 'delivered', 'rejected'];

export function reviewScreen(format: Formatter, { order, buyer, events, back, buyerPage }: ReviewData): Screen {
  const trail = groupByDay(format, events, ({ at, to, why }) => {
    const step = { time: format.clock(at), state: format.plain(`mark-${to}`) };
    return shownStates.includes(to)
      ? format.html('review-event-why', { ...step, why: untrusted(why) })
      : format.html('review-event', step);
  });
  const open = order.state === 'review';
  return {
    text: lines(
      markLine(format, order),
      '',
      ...factsOf(format, order, null),
      format.html('report-vat', { base: format.money(order.base), vat: format.money(order.vat) }),
      ...ownerLines(format, order),
      format.html('review-buyer', { buyer: untrusted(buyer?.name ?? String(order.buyerId)) }),
      codeLine(format, order),
      reversedLine(format, order),
      '',
      ...trail,
    ),
    keys: [
      ...(open
        ? (['delivered', 'rejected'] as const).map((as) => [
            button(format.plain(`key-decide-${as}`), reviewActions.askDecide({ order: order.id, as })),
          ])
        : []),
      ...(order.state === 'delivered' && order.reversedAt === null
        ? [[button(format.plain('key-reverse'), reviewActions.askReverse({ order: order.id }))]]
        : []),
      // A buyer who shows the owner the code of a quote asks for credit.
      ...(order.state === 'quoted' && buyer
        ? [[button(format.plain('key-grant'), agentActions.askCredit({ action: 'grant', person: buyer.id }))]]
        : []),
      inReadingOrder(format, [
        { label: format.plain('key-copy-code'), copy: order.code },
        ...(buyer ? [button(format.plain('key-buyer'), buyerPage(buyer.id))] : []),
      ]),
      backRow(format, back),
    ],
  };
}

/** Who gets how much back, and the balance before and after, before money moves. */
export const reverseScreen = (
  format: Formatter,
  { order, buyer, balance }: { order: Order; buyer: string; balance: number },
): Screen => ({
  text: lines(
    format.html('reverse-title'),
    '',
    ...factsOf(format, order, null),
    codeLine(format, order),
    format.html('review-buyer', { buyer: untrusted(buyer) }),
    format.html('card-amount', { amount: format.money(order.charge) }),
    format.html('pay-back-balance', { before: format.money(balance), after: format.money(balance + order.charge) }),
    '',
    format.html('reverse-hint'),
  ),
  keys: [
    [
      button(
        format.plain('key-yes-reverse', { amount: format.price(order.charge) }),
        reviewActions.reverseOrder({ order: order.id }),
        'danger',
      ),
    ],
    backRow(format, reviewActions.review({ order: order.id })),
  ],
});
