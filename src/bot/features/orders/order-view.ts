import type { Services } from '#bot/core/services.ts';
import type { Role } from '#domain/role.ts';
import type { Order } from '#shop/orders/order.ts';
import type { OrderView } from './order-screen.ts';

/** As the buyer sees it. An owner buys without a limit: no balance. */
export async function viewOf(
  { numbers, wallet }: Pick<Services, 'numbers' | 'wallet'>,
  { id, buyerId, mobile, state }: Order,
  role: Role,
): Promise<OrderView> {
  const isTold = state === 'delivered' && role !== 'owner';
  const [{ label }, balanceAfter] = await Promise.all([
    numbers.find(buyerId, mobile),
    isTold ? wallet.balanceAfter(id) : null,
  ]);
  return { label, role, balanceAfter };
}
