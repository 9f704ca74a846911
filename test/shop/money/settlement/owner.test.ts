import { describe, expect, test } from 'vitest';
import { authorize } from '#bot/kit/action.ts';
import { agent, buy, openAgentWorld } from '#test/shop/money/settlement/agent.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { ownerId, useDatabase } from '#test/support/shop.ts';

/** An agent opens a link of `sharj owner`: they are an owner, and their row still says "agent". */
describe.each(sampledDatabases())('an owner who was an agent, on %s', (kind) => {
  const place = useDatabase(kind);

  test('is not locked out of the desk by a statement', async () => {
    const world = await openAgentWorld(place.database, { graceDays: 1, ownerIds: [ownerId, agent] });
    expect((await world.shop.people.find(agent))?.role).toBe('owner');
    // Owners buy without a limit: the wallet goes below zero.
    await buy(world, 600_000);
    for (const ms of [10 * hour, minute, day + 2 * hour, minute]) {
      world.clock.pass(ms);
      await world.settlementWorker.runOnce();
      await world.alertWorker.runOnce();
    }
    const person = await world.shop.people.find(agent);
    // A pause of before they were an owner can be ended.
    expect(await world.shop.agents.pause(ownerId, agent, null)).toMatchObject({ ok: true });
    expect(person && authorize(person, { permission: 'run', whilePaused: false })).toBeNull();
  });
});
