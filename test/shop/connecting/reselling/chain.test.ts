import { describe, expect, test } from 'vitest';
import { hour, minute, second } from '#test/support/clock.ts';
import { schemaKinds } from '#test/support/length.ts';
import { ownerId } from '#test/support/shop.ts';
import { agentId, customerId, openChain } from './chain.ts';

describe.each(schemaKinds)('an agent’s shop and the shop on %s', (kind) => {
  test('a sale: both books', async () => {
    const chain = await openChain(kind);
    await chain.confirm();
    await Promise.all([chain.worker.runOnce(), chain.parent.purchaseWorker.runOnce()]);
    await chain.parent.purchaseWorker.runOnce();
    chain.clock.pass(11 * second);
    await chain.worker.runOnce();
    expect((await chain.parentOrders()).map(({ state }) => state)).toEqual(['delivered']);
    expect((await chain.childOrders()).map(({ state }) => state)).toEqual(['delivered']);
  });

  /** The operator answers nothing for an hour: an order of the agent's customer waits. */
  async function afterAnOutage() {
    const chain = await openChain(kind);
    chain.gate.isDown = true;
    await chain.confirm();
    for (let minutes = 0; minutes < 60; minutes += 1) {
      chain.clock.pass(minute);
      await chain.parent.purchaseWorker.runOnce();
      await chain.worker.runOnce();
    }
    return chain;
  }

  test('what the operator delivered after an outage is told to the agent’s customer soon', async () => {
    const chain = await afterAnOutage();
    chain.gate.isDown = false;
    for (let round = 0; round < 60; round += 1) {
      chain.clock.pass(second);
      await chain.parent.purchaseWorker.runOnce();
    }
    expect((await chain.parentOrders()).map(({ state }) => state)).toEqual(['delivered']);
    for (let round = 0; round < 120; round += 1) {
      chain.clock.pass(second);
      await chain.worker.runOnce();
    }
    const [order] = await chain.childOrders();
    const left = ((order?.next_attempt_at ?? 0) - chain.clock.now()) / minute;
    expect(order?.state, `asks again in ${left} minutes`).toBe('delivered');
  });

  test('a bot that is resumed sells again within half a minute, also while an order is unsure', async () => {
    const chain = await afterAnOutage();
    // The owner pauses the bot for a minute, as `keepRunning` does it.
    chain.selling.isOn = false;
    await chain.child.tokenPause.begin();
    chain.clock.pass(minute);
    await chain.worker.runOnce();
    chain.selling.isOn = true;
    for (let round = 0; round < 120; round += 1) {
      chain.clock.pass(second);
      await chain.worker.runOnce();
    }
    expect(await chain.child.salesPause.paused()).toBe(null);
  });

  test('the shop above is asked how an order ended, however late', async () => {
    const chain = await openChain(kind);
    chain.gate.isDown = true;
    await chain.confirm();
    await chain.worker.runOnce();
    chain.gate.isDown = false;
    await chain.parent.purchaseWorker.runOnce();
    expect((await chain.parentOrders()).map(({ state }) => state)).toEqual(['delivered']);
    // The bot was away for three days.
    chain.clock.pass(72 * 60 * minute);
    await chain.worker.runOnce();
    expect((await chain.childOrders()).map(({ state }) => state)).toEqual(['delivered']);
  });

  test('what the shop took back before the agent’s shop heard of it was not bought', async () => {
    const chain = await openChain(kind);
    await chain.parent.shop.people.loadOrCreate({ id: ownerId, name: 'Owner', language: 'en' });
    chain.gate.isDown = true;
    await chain.confirm();
    await chain.worker.runOnce();
    chain.gate.isDown = false;
    await chain.parent.purchaseWorker.runOnce();
    const [order] = await chain.parentOrders();
    expect(await chain.parent.shop.reverse(order?.id ?? '', ownerId)).toMatchObject({ ok: true });
    chain.clock.pass(hour);
    await chain.worker.runOnce();
    expect((await chain.childOrders()).map(({ state }) => state)).toEqual(['rejected']);
    expect(await chain.parent.shop.wallet.read(agentId)).toMatchObject({ balance: 0, held: 0 });
  });

  test('a bot has to be allowed anew to an agent who was a customer meanwhile', async () => {
    const chain = await openChain(kind);
    const { agents, people } = chain.parent.shop;
    await people.loadOrCreate({ id: ownerId, name: 'Owner', language: 'en' });
    expect(await agents.demote(ownerId, agentId)).toEqual({ ok: true, value: true });
    await chain.above.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
    await chain.parent.shop.wallet.setCreditLimit(agentId, 1_000_000);
    await chain.confirm();
    chain.clock.pass(minute);
    await chain.worker.runOnce();
    expect((await chain.childOrders()).map(({ state }) => state)).not.toContain('delivered');
    expect(await chain.parentOrders()).toEqual([]);
  });

  test.each(['demoted', 'blocked', 'not allowed a bot'] as const)(
    'what was confirmed as the agent was %s is not bought days later: the customer has the money back',
    async (how) => {
      const { parent, child, above, clock, worker, confirm, childOrders, parentOrders } = await openChain(kind);
      const { agents, people } = parent.shop;
      await people.loadOrCreate({ id: ownerId, name: 'Owner', language: 'en' });
      const allow = (at: number | null) => above.db.updateTable('agent_bots').set({ allowed_at: at }).execute();
      await confirm();
      if (how === 'demoted') await agents.demote(ownerId, agentId);
      if (how === 'blocked') await agents.pause(ownerId, agentId, 'debt');
      if (how === 'not allowed a bot') await allow(null);
      const balance = () => child.wallet.read(customerId);
      const before = (await balance()).balance;
      for (let hours = 0; hours < 24; hours += 1) {
        await worker.runOnce();
        clock.pass(hour);
      }
      expect((await childOrders()).map(({ state }) => state)).toEqual(['unsure']);
      expect(await balance()).toMatchObject({ balance: before, held: 11_000 });
      clock.pass(minute);
      await worker.runOnce();
      expect(await childOrders()).toMatchObject([{ state: 'rejected', outcome: 'selling-paused' }]);
      expect(await balance()).toMatchObject({ balance: before, held: 0 });
      // Also once the agent sells again.
      await above.db.updateTable('people').set({ role: 'agent', paused_why: null }).where('id', '=', agentId).execute();
      await parent.shop.wallet.setCreditLimit(agentId, 1_000_000);
      await allow(clock.now());
      clock.pass(minute);
      await worker.runOnce();
      expect([await parentOrders(), await parent.sandbox.sold()]).toEqual([[], 0]);
      expect(await confirm()).toMatchObject({ state: 'confirmed' });
      clock.pass(minute);
      await Promise.all([worker.runOnce(), parent.purchaseWorker.runOnce()]);
      expect(await parentOrders()).toHaveLength(1);
    },
  );
});
