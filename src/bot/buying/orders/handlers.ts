import { orderActions } from '#bot/actions/orders.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { Services } from '#bot/kit/services.ts';
import { type ChangingServices, createOrderChanges } from './changes.ts';
import { createOrderHistory } from './history.ts';
import type { OrderViewServices } from './order-view.ts';
import type { Ordering } from './ordering.ts';
import type { ReceiptLinks } from './receipt-links.ts';
import { createReceiptSharing } from './receipt-sharing.ts';

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
