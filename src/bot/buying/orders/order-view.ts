import type { Services } from '#bot/parts.ts';
import type { OrderView } from '#bot/words/order-screen.ts';
import type { Language } from '#domain/language.ts';
import type { Unit } from '#domain/money.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { OrderSide } from '#shop/buying/orders/order-queries.ts';

export type OrderViewServices = Pick<Services, 'keyHours' | 'now' | 'orders' | 'people' | 'plans'>;

/** A purchase takes a few seconds; what people read of a longer one would only worry them before. */
export const slowAfterMs = 30_000;

/** As the buyer sees it. */
interface BuyersView extends OrderView {
  /** Null: they have left no trace. */
  readonly language: Language | null;
  readonly unit: Unit;
}

/** An owner buys without a limit: no balance. */
export async function viewOf(
  { orders, people, plans, keyHours, now }: OrderViewServices,
  order: Order,
  knownSide?: OrderSide,
): Promise<BuyersView> {
  const [side, planId] = await Promise.all([knownSide ?? orders.sideOf(order), plans.ofOrder(order)]);
  const role = people.isOwner(order.buyerId) ? 'owner' : side.role;
  const isTold = order.state === 'delivered' && role !== 'owner';
  const isSlow = order.confirmedAt === null || now() - order.confirmedAt >= slowAfterMs;
  return { ...side, role, balanceAfter: isTold ? side.balanceAfter : null, planId, mostHours: keyHours, isSlow };
}
