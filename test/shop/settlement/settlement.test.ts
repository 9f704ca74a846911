import { describe, expect, test } from 'vitest';
import { periodOf } from '../../../src/domain/calendar.ts';
import { settlementPause } from '../../../src/domain/settlement.ts';
import { day, hour } from '../../support/clock.ts';
import { databaseKinds } from '../../support/databases.ts';
import { openWorld, ownerId, useDatabase, type World } from '../../support/shop.ts';

const agent = 400;
const tehran = 3.5 * hour;

describe.each(databaseKinds)('settlement on %s', (kind) => {
  const place = useDatabase(kind);

  /** An agent in debt, on the eve of a Saturday; statements are made on Saturdays. */
  async function open(graceDays = 3): Promise<World> {
    const world = await openWorld(place.database);
    const { people, wallet, settlementTerms } = world.shop;
    await people.loadOrCreate({ id: agent, name: 'Reza', language: 'fa' });
    await place.database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agent).execute();
    await wallet.setCreditLimit(agent, 10_000_000);
    const today = Math.floor((world.clock.now() + tehran) / day);
    const saturday = periodOf('persian', 'week', today).to + 1;
    world.clock.pass(saturday * day - tehran - world.clock.now() - hour);
    await world.settlementWorker.runOnce();
    expect(await settlementTerms.set(ownerId, 0, { cycle: 'weekly', day: 0, graceDays })).toMatchObject({ ok: true });
    await wallet.grant({ key: 'start', personId: agent, amount: 100_000, actor: 'owner', note: null });
    await wallet.take({ key: 'sold', personId: agent, amount: 600_000, actor: 'owner', note: null });
    return world;
  }
  const pausedWhy = async (world: World) => (await world.shop.people.find(agent))?.pausedWhy;
  const heard = async (world: World) => {
    await world.alertWorker.runOnce();
    return world.alerts.map((alert) => alert.kind);
  };
  const pay = (world: World, amount: number) =>
    world.shop.wallet.pay({ key: `p${world.clock.now()}`, personId: agent, amount, actor: 'x', note: null });
  async function round(world: World, ms: number): Promise<void> {
    world.clock.pass(ms);
    await world.settlementWorker.runOnce();
  }

  test('a statement on its day, in the morning, once, also with two workers', async () => {
    const world = await open();
    await round(world, 9 * hour);
    expect(await heard(world)).toEqual([]);
    const second = await world.another();
    world.clock.pass(hour);
    await Promise.all([world.settlementWorker.runOnce(), second.settlementWorker.runOnce()]);
    await world.settlementWorker.runOnce();
    await Promise.all([world.alertWorker.runOnce(), second.alertWorker.runOnce()]);
    expect([...world.alerts, ...second.alerts]).toMatchObject([
      { kind: 'settlement-due', owed: 500_000, paid: 100_000 },
    ]);
    expect(await world.shop.statements.open(8)).toMatchObject([
      { personId: agent, name: 'Reza', owed: 500_000, paid: 0, isPaused: false },
    ]);
    await round(world, 6 * day);
    await heard(world);
    const statements = [...world.alerts, ...second.alerts].filter((alert) => alert.kind === 'settlement-due');
    expect(statements).toHaveLength(1);
  });

  test('not paid in time: selling pauses, both hear of it; paid in parts: it continues by itself', async () => {
    const world = await open();
    await round(world, 10 * hour);
    await pay(world, 200_000);
    await round(world, 2 * day);
    expect(await pausedWhy(world)).toBeNull();
    await round(world, day);
    expect(await pausedWhy(world)).toBe(settlementPause);
    expect(await heard(world)).toEqual(['settlement-due', 'own-settlement-pause', 'settlement-pause']);
    await pay(world, 299_999);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBe(settlementPause);
    world.clock.pass(1);
    await pay(world, 1);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBeNull();
    expect((await heard(world)).slice(3)).toEqual(['own-settlement-resume', 'settlement-resume']);
    expect(await world.shop.statements.open(8)).toEqual([]);
    const trail = await world.shop.audit.list(0, 8, { personId: agent });
    expect(trail.entries.map(({ action }) => action)).toEqual(['settlement-resume', 'settlement-pause']);
  });

  test('paid in time: nothing happens; new debt is for the next statement', async () => {
    const world = await open();
    await round(world, 10 * hour);
    await pay(world, 500_000);
    await world.shop.wallet.take({ key: 'more', personId: agent, amount: 700_000, actor: 'owner', note: null });
    await round(world, 4 * day);
    expect(await pausedWhy(world)).toBeNull();
    await round(world, 3 * day);
    expect(await heard(world)).toEqual(['settlement-due', 'settlement-due']);
    expect(world.alerts.at(-1)).toMatchObject({ owed: 700_000, paid: 500_000 });
  });

  test('a pause by the owner stays when the statement is paid, and an owner may end the other one early', async () => {
    const world = await open(0);
    await world.shop.agents.pause(ownerId, agent, 'holiday');
    await round(world, 10 * hour);
    await round(world, 10_000);
    await pay(world, 500_000);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBe('holiday');
    await world.shop.agents.pause(ownerId, agent, null);
    await world.shop.wallet.take({ key: 'more', personId: agent, amount: 1, actor: 'owner', note: null });
    await round(world, 7 * day);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBe(settlementPause);
    await world.shop.agents.pause(ownerId, agent, null);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBeNull();
  });

  test('after days without any process one statement is made; own terms and no debt count', async () => {
    const world = await open();
    const { settlementTerms } = world.shop;
    await round(world, 17 * day);
    expect(await heard(world)).toEqual(['settlement-due']);
    await settlementTerms.set(ownerId, agent, { cycle: 'never', day: 0, graceDays: 1 });
    expect(await settlementTerms.of(agent)).toMatchObject({ own: true, terms: { cycle: 'never' } });
    await pay(world, 500_000);
    await round(world, 7 * day);
    expect(await heard(world)).toEqual(['settlement-due']);
    await settlementTerms.set(ownerId, agent, null);
    expect(await settlementTerms.of(agent)).toMatchObject({ own: false, terms: { cycle: 'weekly' } });
    await round(world, 7 * day);
    expect(await heard(world)).toEqual(['settlement-due']);
    expect(await settlementTerms.set(agent, 0, null)).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await settlementTerms.set(ownerId, 0, { cycle: 'weekly', day: 9, graceDays: 1 })).toMatchObject({
      error: { code: 'days-invalid' },
    });
  });
});
