import { openStates } from '#domain/order.ts';
import { minute } from './clock.ts';
import type { ShopWorld } from './shop.ts';

/** Waits until every open order has ended: on a busy machine an answer may be late and is asked for again. */
export async function settleAll({ database: { db }, purchaseWorker, clock }: ShopWorld): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await purchaseWorker.runOnce();
    const open = await db.selectFrom('orders').select('id').where('state', 'in', openStates).execute();
    if (open.length === 0) return;
    clock.pass(minute);
  }
  throw new Error('There are orders that come to no end.');
}
