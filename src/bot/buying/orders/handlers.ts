import { orderActions } from '#bot/actions/orders.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import type { Services } from '#bot/parts.ts';
import { shownState } from '#bot/words/order-screen.ts';
import { type ChangingServices, createOrderChanges } from './changes.ts';
import { createOrderHistory } from './history.ts';
import type { OrderViewServices } from './order-view.ts';
import type { Ordering } from './ordering.ts';
import type { ReceiptLinks } from './receipt-links.ts';
import { shareScreen } from './shared-receipt-screen.ts';

export function createOrdersFeature(
  services: OrderViewServices & ChangingServices & Pick<Services, 'now' | 'numbers'>,
  ordering: Ordering,
  links: ReceiptLinks,
): Feature {
  const history = createOrderHistory(services, ordering);
  const sharing = createReceiptSharing(ordering, links);
  const changes = createOrderChanges(services, ordering);
  const handlers = { ...ordering.handlers, ...changes, ...history.handlers, ...sharing };
  return defineFeature(orderActions, handlers, history.questions);
}

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
