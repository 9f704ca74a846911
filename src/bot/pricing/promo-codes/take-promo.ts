import type { Ordering } from '#bot/buying/orders/ordering.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import type { Services } from '#bot/kit/services.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { intentOf, type Order } from '#shop/buying/orders/order.ts';

/** The confirm screen again, with the code taken off, or why it cannot be. */
export const createTakePromo =
  ({ promoCodes }: Pick<Services, 'promoCodes'>, { quote }: Pick<Ordering, 'quote'>) =>
  async (request: BotRequest, order: Order, code: string): Promise<Result<HandlerResult, Failure>> => {
    const { operatorId, productType } = order;
    const usable = await promoCodes.findUsable(code, request.person.id, { operatorId, productType });
    if (!usable.ok) return usable;
    await promoCodes.remember(request.person.id, usable.value.code);
    return ok(await quote(request, intentOf(order), { replaces: order.id }));
  };
