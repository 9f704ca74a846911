import { catalogueActions } from '#bot/actions/catalogue.ts';
import { homeActions } from '#bot/actions/home.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkLine, linkRow } from '#bot/kit/links.ts';
import { homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import { button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { untrustedTitle } from '#bot/words/item-title.ts';
import { codeLine, reversedOnLine, shownState, stateText } from '#bot/words/order-screen.ts';
import type { Rials } from '#domain/money.ts';
import type { Order } from '#shop/buying/orders/order.ts';

const stateLine = (format: Formatter, order: Order): string => {
  if (order.state === 'delivered') return stateText(format, order);
  return format.html(order.state === 'rejected' ? 'proof-rejected' : 'proof-open');
};

/** The public part of an order, with the customer's price alone. */
function publicLines(format: Formatter, order: Order, price: Rials): string {
  return lines(
    stateLine(format, order),
    reversedOnLine(format, order),
    '',
    format.html('line', {
      text: { html: `<b>${format.html('line', { text: untrustedTitle(format, order) })}</b>` },
    }),
    format.html('line', { text: format.masked(order.mobile) }),
    format.html('number-facts', {
      operator: format.operator(order.operatorId),
      sim: format.sim(order.simType, order.productType),
    }),
    format.html('confirm-total', { total: format.money(price) }),
    '',
    codeLine(format, order),
    format.html('line', { text: format.when(order.confirmedAt ?? order.quotedAt) }),
  );
}

export const sharedReceiptScreen = (
  format: Formatter,
  { order, price, shop }: { readonly order: Order; readonly price: Rials; readonly shop: string },
): Screen => ({
  text: lines(format.html('proof-title', { shop: untrusted(shop) }), '', publicLines(format, order, price)),
  keys: [[button(format.plain('key-buy-too'), sameFor(order))], [homeButton(format)]],
});

/** An offer is personal: another number has other offers. */
const sameFor = ({ item }: Order): Action =>
  item.kind === 'offer'
    ? numberActions.askNumber({ purpose: 'offers' })
    : catalogueActions.product({ id: item.productId, mobile: null });

export const unknownReceiptScreen = (format: Formatter): Screen => ({
  text: format.html('proof-unknown'),
  keys: [[homeButton(format)]],
});

/** `card`: the query that makes a card of it in a chosen chat; null: there is no inline mode. */
export const shareScreen = (
  format: Formatter,
  { order, link, card }: { readonly order: Order; readonly link: string; readonly card: string | null },
): Screen => ({
  text: lines(format.html('share'), '', linkLine(format, link)),
  keys: [
    linkRow(format, link),
    ...(card === null ? [] : [[{ label: format.plain('key-send-card'), inline: card }]]),
    inReadingOrder(format, [
      ...(shownState(order) === 'delivered'
        ? [button(format.plain('key-picture'), orderActions.picture({ order: order.id }))]
        : []),
      homeButton(format),
    ]),
  ],
});

export const sharedCaption = (
  format: Formatter,
  { order, price, link }: { readonly order: Order; readonly price: Rials; readonly link: string },
): Screen => ({
  text: lines(
    publicLines(format, order, price),
    '',
    format.html('line', { text: { html: `<a href="${link}">${format.html('proof-link')}</a>` } }),
  ),
  keys: [linkRow(format, link), [newMessageButton(format.plain('key-home'), homeActions.home())]],
});
