import type { OrderState } from '../../../domain/order.ts';
import type { Order } from '../../../shop/orders/order.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { homeKey } from '../../core/navigation.ts';
import { beside, type Key, key, lines, type Screen } from '../../core/screen.ts';
import { codeLine } from './order-screen.ts';

/** In words that are true whoever reads them, and whenever: nobody's wallet, nobody's name. */
const wordOf = (state: OrderState): string => {
  if (state === 'delivered' || state === 'rejected') return `proof-${state}`;
  return 'proof-open';
};

/** What a stranger may know of an order. */
function proofLines(view: View, order: Order): string {
  return lines(
    view.html(wordOf(order.state)),
    '',
    view.html('line', {
      text: { html: `<b>${view.html('line', { text: view.named(order.title, order.titleEn) })}</b>` },
    }),
    view.html('line', { text: view.masked(order.mobile) }),
    view.html('number-facts', { operator: view.operator(order.operatorId), sim: view.sim(order.simType) }),
    view.html('confirm-total', { total: view.money(order.total) }),
    '',
    codeLine(view, order),
    view.html('line', { text: view.when(order.confirmedAt ?? order.quotedAt) }),
  );
}

/** Someone opened the link of a receipt. */
export const proofScreen = (view: View, order: Order, shop: string): Screen => ({
  text: lines(view.html('proof-title', { shop: foreign(shop) }), '', proofLines(view, order)),
  keys: [[homeKey(view)]],
});

export const noProofScreen = (view: View): Screen => ({ text: view.html('proof-unknown'), keys: [[homeKey(view)]] });

/** Opens Telegram's own list of chats to send it to. */
export const sendKey = (view: View, link: string): Key => ({
  label: view.plain('key-send-on'),
  url: `https://t.me/share/url?url=${encodeURIComponent(link)}`,
});

/** The link, and the ways to pass it on. */
export const shareScreen = (view: View, order: Order, link: string): Screen => ({
  text: lines(view.html('share'), '', view.html('line', { text: { html: `<code>${link}</code>` } })),
  keys: [
    [{ label: view.plain('key-copy-link'), copy: link }, sendKey(view, link)],
    [
      ...(order.state === 'delivered'
        ? [key(view.plain('key-picture'), { to: 'picture', order: order.id } as const)]
        : []),
      homeKey(view),
    ],
  ],
});

/** Under the picture: the same in words, for who cannot scan it. It goes where the picture goes. */
export const sharedCaption = (view: View, order: Order, link: string): Screen => ({
  text: lines(
    proofLines(view, order),
    '',
    view.html('line', { text: { html: `<a href="${link}">${view.html('proof-link')}</a>` } }),
  ),
  keys: [
    [{ label: view.plain('key-copy-link'), copy: link }, sendKey(view, link)],
    [beside(view.plain('key-home'), { to: 'home' })],
  ],
});
