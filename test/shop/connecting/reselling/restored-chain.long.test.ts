import { describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { dueAt, noticeAt } from '#domain/schedule.ts';
import { hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { backUp } from '#test/support/restored.ts';
import { ownerId, topUpId } from '#test/support/shop.ts';
import { agentId, customerId, openChain } from './chain.ts';

describe.each(databaseKinds)('a restore of one of two shops, on %s', (kind) => {
  /** The gateway has sold it to the shop above, and the agent's shop has not heard of it. */
  async function soldAndForgotten() {
    const chain = await openChain(kind);
    const { parent, clock, settings, worker, upperShop, confirm } = chain;
    const restore = await backUp(settings.upper, clock.now);
    expect(await confirm()).toMatchObject({ state: 'confirmed' });
    await worker.runOnce();
    await parent.purchaseWorker.runOnce();
    expect(await parent.sandbox.sold()).toBe(1);
    clock.pass(2 * hour);
    upperShop.parent = await parent.another(await restore(kind, [ownerId]));
    const goOn = async () => {
      await upperShop.parent.shop.ownerPause.resume(ownerId);
      for (let round = 0; round < 12; round += 1) {
        clock.pass(5 * minute);
        await worker.runOnce();
        await upperShop.parent.purchaseWorker.runOnce();
      }
      const states = (await chain.childOrders()).map(({ state }) => state);
      return { sold: await parent.sandbox.sold(), states };
    };
    return { ...chain, goOn };
  }

  test('the shop above: the gateway knows the purchase by its key', async () => {
    const { goOn } = await soldAndForgotten();
    expect(await goOn()).toEqual({ sold: 1, states: ['delivered'] });
  });

  test('the shop above, when the gateway has forgotten the key: the agent decides', async () => {
    const { clock, worker, goOn } = await soldAndForgotten();
    for (let day = 0; day < 2; day += 1) {
      clock.pass(14 * hour);
      await worker.runOnce();
    }
    expect(await goOn()).toEqual({ sold: 1, states: ['review'] });
  });

  test('the shop above, when the price has changed since: the agent decides', async () => {
    const { parent, goOn } = await soldAndForgotten();
    parent.market.products.set(topUpId, { price: 12_000 });
    expect(await goOn()).toEqual({ sold: 1, states: ['review'] });
  });

  test("the agent's shop, after a plan bought at another price: skipped, and bought once", async () => {
    const { parent, child, clock, settings, workers, openChild, confirm, childOrders } = await openChain(kind);
    type Workers = Pick<typeof workers, 'planWorker' | 'purchaseWorker'>;
    async function settle({ planWorker, purchaseWorker }: Workers) {
      for (let round = 0; round < 5; round += 1) {
        await planWorker.runOnce();
        await purchaseWorker.runOnce();
        await parent.purchaseWorker.runOnce();
        clock.pass(minute);
      }
    }
    await confirm();
    await settle(workers);
    const [order] = await childOrders();
    const schedule = { every: 'days', count: 7 } as const;
    const made = { by: customerId, orderId: order?.id ?? '', follows: 'same', schedule, ceiling: 50_000 } as const;
    expect(await child.plans.create(made)).toMatchObject({ ok: true });
    const due = dayOf(clock.now()) + 7;
    clock.pass(noticeAt(due) - clock.now());
    await settle(workers);
    clock.pass(dueAt(due) - 2 * hour - clock.now());
    const restore = await backUp(settings.lower, clock.now);
    clock.pass(2 * hour);
    await settle(workers);
    expect((await childOrders()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);

    parent.market.products.set(topUpId, { price: 12_000 });
    await parent.shop.catalogue.refresh();
    const database = await restore(kind, [agentId]);
    const restored = await openChild(database);
    await restored.child.ownerPause.resume(agentId);
    await settle(restored.workers);
    const states = (await database.db.selectFrom('orders').select('state').execute()).map(({ state }) => state);
    expect([await parent.sandbox.sold(), states]).toEqual([2, ['delivered']]);
  });
});
