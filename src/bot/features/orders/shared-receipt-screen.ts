import type { Rials } from '../../../domain/money.ts';
import type { OrderState } from '../../../domain/order.ts';
import type { Order } from '../../../shop/orders/order.ts';
import { type Formatter, foreign } from '../../core/formatter.ts';
import { homeButton } from '../../core/navigation.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '../../core/screen.ts';
import { homeActions } from '../home/actions.ts';
import { orderActions } from './actions.ts';
import { codeLine } from './order-screen.ts';

const wordOf = (state: OrderState): string => {
  if (state === 'delivered' || state === 'rejected') return `proof-${state}`;
  return 'proof-open';
};

/** The public part of an order, with the customer's price alone. */
function publicLines(format: Formatter, order: Order, price: Rials): string {
  return lines(
    format.html(wordOf(order.state)),
    '',
    format.html('line', {
      text: { html: `<b>${format.html('line', { text: format.named(order.title, order.titleEn) })}</b>` },
    }),
    format.html('line', { text: format.masked(order.mobile) }),
    format.html('number-facts', { operator: format.operator(order.operatorId), sim: format.sim(order.simType) }),
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
  text: lines(format.html('proof-title', { shop: foreign(shop) }), '', publicLines(format, order, price)),
  keys: [[homeButton(format)]],
});

export const unknownReceiptScreen = (format: Formatter): Screen => ({
  text: format.html('proof-unknown'),
  keys: [[homeButton(format)]],
});

/** Opens Telegram's list of chats. */
export const sendButton = (format: Formatter, link: string): Button => ({
  label: format.plain('key-send-on'),
  url: `https://t.me/share/url?url=${encodeURIComponent(link)}`,
});

export const shareScreen = (format: Formatter, order: Order, link: string): Screen => ({
  text: lines(format.html('share'), '', format.html('line', { text: { html: `<code>${link}</code>` } })),
  keys: [
    [{ label: format.plain('key-copy-link'), copy: link }, sendButton(format, link)],
    [
      ...(order.state === 'delivered'
        ? [button(format.plain('key-picture'), orderActions.picture({ order: order.id }))]
        : []),
      homeButton(format),
    ],
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
  keys: [
    [{ label: format.plain('key-copy-link'), copy: link }, sendButton(format, link)],
    [newMessageButton(format.plain('key-home'), homeActions.home())],
  ],
});
