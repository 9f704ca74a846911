import { describe, expect, test } from 'vitest';
import { settlementPause } from '#domain/settlement.ts';
import { agent, buy, move, openAgentWorld, round } from '#test/shop/money/settlement/agent.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { type ShopWorld, useDatabase } from '#test/support/shop.ts';

/** The clock was three weeks ahead for a moment: one statement is of a day that is still to come. */
describe.each(sampledDatabases())('statements after a clock that was ahead, on %s', (kind) => {
  const place = useDatabase(kind);
  const told = (world: ShopWorld) => world.alerts.filter((alert) => alert.kind === 'settlement-due');

  async function open(): Promise<ShopWorld> {
    const world = await openAgentWorld(place.database, { graceDays: 3 });
    await buy(world, 500_000);
    await round(world, 21 * day + 11 * hour);
    await round(world, -21 * day);
    await move(world, 'pay', 500_000);
    await round(world, minute);
    // A week of usual business.
    await buy(world, 300_000);
    await round(world, 7 * day);
    return world;
  }

  test('say from when they are', async () => {
    const due = told(await open()).at(-1);
    expect(due?.kind === 'settlement-due' && due.fromDay).toBeLessThan(due?.kind === 'settlement-due' ? due.day : 0);
  });

  test('open again when the money that paid them is taken', async () => {
    const world = await open();
    await move(world, 'pay', 300_000);
    await round(world, 2 * minute);
    expect((await world.shop.statements.open(8)).statements).toEqual([]);
    await move(world, 'take', 300_000);
    await round(world, 2 * minute);
    expect((await world.shop.statements.open(8)).statements.map(({ left }) => left)).toEqual([300_000]);
  });

  test('end their pause when they are paid', async () => {
    const world = await openAgentWorld(place.database, { graceDays: 0 });
    await buy(world, 500_000);
    await round(world, 21 * day + 11 * hour);
    await round(world, minute);
    expect((await world.shop.people.find(agent))?.pausedWhy).toBe(settlementPause);
    await round(world, -21 * day);
    await move(world, 'pay', 500_000);
    for (let days = 0; days < 3; days += 1) await round(world, day);
    expect((await world.shop.people.find(agent))?.pausedWhy).toBeNull();
  });
});
