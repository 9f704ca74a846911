import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { settlementPause } from '#domain/settlement.ts';
import { agent, buy, openAgentWorld, round } from '#test/shop/money/settlement/agent.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
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

describe.runIf(databaseKinds.includes('postgres'))('on PostgreSQL', () => {
  const place = useDatabase('postgres');

  test('a block by the owner that meets the pause for a debt loses neither', async () => {
    const world = await openAgentWorld(place.database, { graceDays: 1 });
    await buy(world, 500_000);
    await round(world, 12 * hour);
    world.clock.pass(2 * day);
    const { db } = place.database;
    const waitFor = (count: number) =>
      expect
        .poll(async () => {
          // Other tests wait for locks in databases of their own.
          const own = sql`wait_event_type = 'Lock' and datname = current_database()`;
          return (await sql`select 1 from pg_stat_activity where ${own}`.execute(db)).rows.length;
        })
        .toBeGreaterThanOrEqual(count);
    // Any press of theirs writes their row too.
    const [pausing, blocking] = await place.database.transaction(async (tx) => {
      await tx.updateTable('people').set({ seen_at: 1 }).where('id', '=', agent).execute();
      const round = world.settlementWorker.runOnce();
      await waitFor(1);
      const block = world.shop.agents.pause(ownerId, agent, 'a complaint');
      await waitFor(2);
      return [round, block];
    });
    await Promise.all([pausing, blocking]);
    const paused = async () => (await world.shop.people.find(agent))?.pausedWhy;
    expect(await paused()).toBe('a complaint');
    await world.shop.agents.pause(ownerId, agent, null);
    for (let times = 0; times < 5; times += 1) await round(world, minute);
    expect(await paused()).toBe(settlementPause);
  });
});
