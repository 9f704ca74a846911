import { openStates } from '#domain/order.ts';
import { createLog } from '#log.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { openDatabase } from '#storage/database.ts';
import type { World } from '#test/support/world.ts';

export interface Standing {
  readonly confirmed: number;
  readonly delivered: number;
  readonly open: number;
  readonly receiptsWaiting: number;
  /** Violated invariants, in words. */
  readonly wrong: readonly string[];
}

/** Compares the shop with what the gateway really sold. */
export async function standing(world: World): Promise<Standing> {
  // In this order: what is sold meanwhile has an order already.
  const sales = await world.sales();
  const database = await openDatabase(world.database.settings, { log: createLog('silent') });
  try {
    const orders = await database.db
      .selectFrom('orders')
      .select(['idempotency_key', 'state', 'total'])
      .where('confirmed_at', 'is not', null)
      .execute();
    const waiting = await database.db
      .selectFrom('receipt_jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow();
    const drift = await createWallet({ database, now: Date.now, isOwner: () => false }).findLedgerMismatches();
    const byKey = new Map(orders.map((order) => [order.idempotency_key, order]));
    const wrong: string[] = [];
    if (drift.length > 0) wrong.push(`${drift.length} wallets differ from their ledger`);
    for (const { key, price } of sales) {
      const order = byKey.get(key);
      if (!order) wrong.push('a sale without a confirmed order');
      else if (order.state === 'rejected') wrong.push('sold, and called rejected');
      else if (order.total !== price) wrong.push('sold at another price');
    }
    const open = orders.filter(({ state }) => openStates.some((one) => one === state)).length;
    const delivered = orders.filter(({ state }) => state === 'delivered').length;
    const sold = new Set(sales.map(({ key }) => key));
    if (sold.size !== sales.length) wrong.push('one key was sold twice');
    return { confirmed: orders.length, delivered, open, receiptsWaiting: waiting.count, wrong };
  } finally {
    await database.close();
  }
}
