import type { Services } from '#bot/core/services.ts';
import type { Role } from '#domain/role.ts';
import type { Order } from '#shop/orders/order.ts';
import type { OrderView } from './order-screen.ts';

export type OrderViewServices = Pick<Services, 'keyHours' | 'numbers' | 'plans' | 'wallet'>;

/** As the buyer sees it. An owner buys without a limit: no balance. */
export async function viewOf(
  { numbers, plans, wallet, keyHours }: OrderViewServices,
  order: Order,
  role: Role,
): Promise<OrderView> {
  const { id, buyerId, mobile, state } = order;
  const isTold = state === 'delivered' && role !== 'owner';
  const [{ label }, balanceAfter, planId] = await Promise.all([
    numbers.find(buyerId, mobile),
    isTold ? wallet.balanceAfter(id) : null,
    plans.ofOrder(order),
  ]);
  return { label, role, balanceAfter, planId, mostHours: keyHours };
}
