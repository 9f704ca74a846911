import type { orderActions } from '#bot/actions/orders.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Handlers } from '#bot/kit/feature.ts';
import { shownState } from '#bot/words/order-screen.ts';
import type { Ordering } from './ordering.ts';
import type { ReceiptLinks } from './receipt-links.ts';
import { shareScreen } from './shared-receipt-screen.ts';

export function createReceiptSharing(
  { own, following }: Pick<Ordering, 'own' | 'following'>,
  links: ReceiptLinks,
): Handlers<Pick<typeof orderActions, 'share' | 'picture'>> {
  return {
    share: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      const link = await links.of(id);
      if (link === null) return following(request, order.value);
      return { screen: shareScreen(request.format, { order: order.value, link, card: await links.card(id) }) };
    },
    picture: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      // A picture cannot be updated, so there is none before delivery, nor of one that was taken back.
      if (shownState(order.value) !== 'delivered') return following(request, order.value);
      return { screen: null, files: [{ kind: 'receipt', order: id }] };
    },
  };
}
