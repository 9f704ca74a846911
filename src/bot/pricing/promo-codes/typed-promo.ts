import { orderActions } from '#bot/actions/orders.ts';
import { promoActions } from '#bot/actions/promo-codes.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import type { Services } from '#bot/kit/services.ts';
import { createTakePromo } from './take-promo.ts';

/** Null: it is no code. */
export type TakeTypedPromo = (request: BotRequest, code: string) => Promise<HandlerResult | null>;

/** A code that is typed though none was asked for: for the order on the screen, or for what is bought next. */
export function createTakeTypedPromo(
  { promoCodes }: Pick<Services, 'promoCodes'>,
  ordering: Pick<Ordering, 'own' | 'quote'>,
  screens: Pick<ChatScreens, 'orderShown'>,
): TakeTypedPromo {
  const takePromo = createTakePromo({ promoCodes }, ordering);
  return async (request, code) => {
    const promo = await promoCodes.typed(code);
    if (!promo) return null;
    const id = screens.orderShown(request.person.id);
    const order = id === null ? null : await ordering.own(request, id);
    if (!order?.ok || order.value.state !== 'quoted') return { redirect: promoActions.usePromo({ code: promo.code }) };
    const promoReply = await takePromo(request, order.value, promo.code);
    return promoReply.ok
      ? promoReply.value
      : failureReply(request.format, promoReply.error, orderActions.again({ order: order.value.id }));
  };
}
