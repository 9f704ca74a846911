import { promoActions } from '#bot/actions/promo-codes.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import type { BotContext } from '#bot/kit/context.ts';
import type { BotRequest, HandlerResult, Reply, WorkerReply } from '#bot/kit/request.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import { readPromoCode } from '#domain/promo.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { intentOf, type Order } from '#shop/buying/orders/order.ts';

/** Start links with a promo code begin with it. */
export const promoPrefix = 'p_';

/** Remembers the code of a start link for the next purchase. Null: the link has none. */
export async function openPromo(
  { promoCodes }: Parts,
  { person, format, match }: Pick<BotContext, 'person' | 'format'> & { readonly match: string },
): Promise<Screen | null> {
  const code = match.startsWith(promoPrefix) ? readPromoCode(match.slice(promoPrefix.length)) : null;
  if (code === null) return null;
  await promoCodes.remember(person.id, code);
  return homeScreen(format, person, format.html('promo-remembered', { code: format.code(code) }));
}

/** The confirm screen again, with the code taken off. A refused code leaves order and price as they are, and the screen says why. */
export const createTakePromo =
  ({ promoCodes }: Parts, { quote, askToConfirm }: Pick<Ordering, 'quote' | 'askToConfirm'>) =>
  async (request: BotRequest, order: Order, code: string): Promise<Result<HandlerResult, Reply | WorkerReply>> => {
    const { operatorId, productType } = order;
    const usable = await promoCodes.findUsable(code, request.person.id, { operatorId, productType });
    if (!usable.ok) return err(await askToConfirm(request, order, { failure: usable.error, was: order }));
    await promoCodes.remember(request.person.id, usable.value.code);
    return ok(await quote(request, intentOf(order), { replaces: order.id }));
  };

/** Null: it is no code. */
export type TakeTypedPromo = (request: BotRequest, code: string) => Promise<HandlerResult | null>;

/** A code that is typed though none was asked for: for the order on the screen, or for what is bought next. */
export function createTakeTypedPromo(
  parts: Parts,
  ordering: Pick<Ordering, 'own' | 'quote' | 'askToConfirm'>,
  screens: Pick<ChatScreens, 'orderShown'>,
): TakeTypedPromo {
  const takePromo = createTakePromo(parts, ordering);
  return async (request, code) => {
    const promo = await parts.promoCodes.typed(code);
    if (!promo) return null;
    const id = screens.orderShown(request.person.id);
    const order = id === null ? null : await ordering.own(request, id);
    if (!order?.ok || order.value.state !== 'quoted') return { redirect: promoActions.usePromo({ code: promo.code }) };
    const promoReply = await takePromo(request, order.value, promo.code);
    return promoReply.ok ? promoReply.value : promoReply.error;
  };
}
