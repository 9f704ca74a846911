import { describe, expect, test } from 'vitest';
import { settlementPause } from '#domain/settlement.ts';
import { agent, buy, openAgentWorld, round } from '#test/shop/settlement/agent.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { ownerId, useDatabase } from '#test/support/shop.ts';

/** As in settlement.test.ts, "a pause by the owner over the end of the grace", with the two in the other order. */
describe.each(sampledDatabases())('a block by the owner after the pause for a debt, on %s', (kind) => {
  const place = useDatabase(kind);

  test('selling pauses for the debt again once the block ends', async () => {
    const world = await openAgentWorld(place.database, { graceDays: 1 });
    await buy(world, 500_000);
    for (const ms of [10 * hour, minute, day + 2 * hour, minute]) await round(world, ms);
    expect((await world.shop.people.find(agent))?.pausedWhy).toBe(settlementPause);
    await world.shop.agents.pause(ownerId, agent, 'a complaint');
    await round(world, hour);
    await world.shop.agents.pause(ownerId, agent, null);
    for (let times = 0; times < 5; times += 1) await round(world, minute);
    expect((await world.shop.people.find(agent))?.pausedWhy).toBe(settlementPause);
  });
});
