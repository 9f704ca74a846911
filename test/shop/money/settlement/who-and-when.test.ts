import { describe, expect, test } from 'vitest';
import { settlementPause } from '#domain/settlement.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { between } from '#test/support/listening.ts';
import { openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';
import { agent, buy, move, openAgentWorld, round } from './agent.ts';

const other = 401;

describe.each(sampledDatabases())('statements: who gets them, and of what time, on %s', (kind) => {
  /** Runs once, when the agents in debt have been read and before their statements are made. */
  let afterReading: (() => Promise<unknown>) | null = null;
  const place = useDatabase(kind, {
    wrap: (dialect) =>
      between(dialect, async ({ sql }, execute) => {
        const result = await execute();
        const run = /^select "people"."id" from ("public"\.)?"wallets"/.test(sql) ? afterReading : null;
        if (run) afterReading = null;
        // SQLite has one connection, so it is the next to have it.
        const done = run?.();
        if (kind === 'postgres') await done;
        return result;
      }),
  });
  const open = (options: Parameters<typeof openAgentWorld>[1] = {}) => openAgentWorld(place.database, options);
  const statements = () => place.database.db.selectFrom('settlements').selectAll().orderBy('id').execute();
  const told = ({ alerts }: ShopWorld) => alerts.filter((alert) => alert.kind === 'settlement-due');
  const setRole = (role: 'agent' | 'customer', id = agent) =>
    place.database.db.updateTable('people').set({ role }).where('id', '=', id).execute();
  const pausedWhy = async ({ shop }: ShopWorld, id = agent) => (await shop.people.find(id))?.pausedWhy;

  /** Another agent, in debt. */
  async function addAgent({ shop }: ShopWorld, debt: number): Promise<void> {
    await shop.people.loadOrCreate({ id: other, name: 'Ali', language: 'fa' });
    await setRole('agent', other);
    await shop.wallet.take({ key: `debt ${other}`, personId: other, amount: debt, actor: 'owner', note: null });
  }

  test.each<readonly [string, (world: ShopWorld) => Promise<unknown>, number]>([
    ['an agent in debt', async () => undefined, 1],
    ['who was an agent, and is a customer now: none', () => setRole('customer'), 0],
    ['who paid before: none', (world) => move(world, 'pay', 500_000), 0],
    ['who paid all but a rial', (world) => move(world, 'pay', 499_999), 1],
    [
      'who pays while the statements are made: none',
      async (world) => {
        afterReading = () => move(world, 'pay', 500_000);
      },
      0,
    ],
  ])('%s', async (_, happens, count) => {
    const world = await open();
    await buy(world, 500_000);
    await happens(world);
    await round(world, 10 * hour);
    expect(afterReading).toBeNull();
    expect(await statements()).toHaveLength(count);
    expect(told(world)).toHaveLength(count);
  });

  describe('an agent who becomes an owner', () => {
    const asOwner = ({ sandbox, clock }: ShopWorld) =>
      openWorld(place.database, { sandbox, clock, ownerIds: [ownerId, agent] });

    test('before the day: gets no statement', async () => {
      const world = await open();
      await buy(world, 500_000);
      const after = await asOwner(world);
      await round(after, 10 * hour);
      expect(await statements()).toEqual([]);
      expect(told(after)).toEqual([]);
    });

    test('before the end of the grace period: goes on selling, and hears of no pause', async () => {
      const world = await open({ graceDays: 1 });
      await buy(world, 500_000);
      await round(world, 10 * hour);
      expect(told(world)).toHaveLength(1);
      const after = await asOwner(world);
      for (let days = 0; days < 3; days += 1) await round(after, day);
      expect((await statements()).map(({ state }) => state)).toEqual(['open']);
      expect(await pausedWhy(after)).toBeNull();
      expect(after.alerts.map((alert) => alert.kind)).toEqual([]);
    });
  });

  describe('the list of what is open', () => {
    test('begins with those that pause someone, then the oldest', async () => {
      const world = await open({ graceDays: 9 });
      await buy(world, 500_000);
      await world.shop.settlementTerms.set(ownerId, other, { cycle: 'weekly', day: 0, graceDays: 0 });
      await addAgent(world, 70_000);
      await round(world, 10 * hour);
      await round(world, minute);
      await round(world, 7 * day);
      await round(world, minute);
      const { statements: listed } = await world.shop.statements.open(8);
      expect(listed.map(({ personId, owed, isPaused }) => [personId, owed, isPaused])).toEqual([
        [other, 70_000, true],
        [other, 70_000, true],
        [agent, 500_000, false],
        [agent, 500_000, false],
      ]);
      // Written last, and still the oldest.
      const [oldest] = await statements();
      await place.database.db
        .updateTable('settlements')
        .set({ next_attempt_at: 1 })
        .where('id', '=', oldest?.id ?? 0)
        .execute();
      expect((await world.shop.statements.open(1, agent)).statements).toMatchObject([
        { graceEndsAt: (oldest?.created_at ?? 0) + 9 * day },
      ]);
    });
  });

  describe('the time that a statement is of', () => {
    test('after weeks without a process it is the last day of settlement, and the next begins with that', async () => {
      const world = await open();
      await buy(world, 500_000);
      const saturday = Math.floor((world.clock.now() + 3.5 * hour) / day) + 1;
      await round(world, 17 * day + 12 * hour);
      expect(await statements()).toMatchObject([{ day: saturday + 14, from_day: saturday + 7 }]);
      // Nothing is owed on the next one.
      await move(world, 'pay', 500_000);
      await round(world, 7 * day);
      await buy(world, 40_000);
      await round(world, 7 * day);
      expect((await statements()).slice(1)).toMatchObject([{ day: saturday + 28, from_day: saturday + 14 }]);
      expect(told(world).at(-1)).toMatchObject({ before: 500_000, bought: 40_000, paid: 500_000, owed: 40_000 });
      await buy(world, 10_000);
      await round(world, 7 * day);
      expect((await statements()).at(-1)).toMatchObject({ day: saturday + 35, from_day: saturday + 28 });
      expect(told(world).at(-1)).toMatchObject({ before: 40_000, bought: 10_000, paid: 0, owed: 50_000 });
    });

    test('what was bought that morning before it is in it, and not in the next as well', async () => {
      const world = await open();
      await buy(world, 500_000);
      await round(world, 9 * hour);
      await buy(world, 30_000);
      await round(world, hour);
      expect(told(world)).toMatchObject([{ bought: 530_000, owed: 530_000 }]);
      await buy(world, 20_000);
      await round(world, 7 * day);
      expect(told(world).at(-1)).toMatchObject({ before: 530_000, bought: 20_000, paid: 0, owed: 550_000 });
    });

    test('a clock that steps back over nine o’clock makes no statement of what was bought since', async () => {
      const world = await open();
      await round(world, 11 * hour);
      await buy(world, 500_000);
      await round(world, -3 * hour);
      await round(world, 3 * hour);
      expect(await statements()).toEqual([]);
    });

    test('an agent with a statement each month gets it on the last day of a month that is shorter', async () => {
      const world = await open();
      await world.shop.settlementTerms.set(ownerId, 0, { cycle: 'monthly', day: 31, graceDays: 3 });
      await buy(world, 500_000);
      for (let days = 0; days < 120; days += 1) await round(world, day);
      const days = (await statements()).map(({ day: of }) => of);
      // From Dey on: 30, 30 and 29 or 30 days, then Farvardin with 31.
      const lengths = days.slice(1).map((of, nth) => of - (days[nth] ?? 0));
      expect(lengths.map((length) => [29, 30, 31].includes(length))).toEqual([true, true, true]);
      expect((await statements())[0]?.from_day).toBe((days[0] ?? 0) - 30);
    });
  });

  test('money that is taken opens the newest of several paid statements, and only that', async () => {
    const world = await open({ graceDays: 30 });
    await buy(world, 500_000);
    await round(world, 10 * hour);
    await buy(world, 300_000);
    await round(world, 7 * day);
    await move(world, 'pay', 800_000);
    await round(world, minute);
    expect((await statements()).map(({ state }) => state)).toEqual(['paid', 'paid']);
    // As much as opens the older one too, if it were looked at.
    await move(world, 'take', 400_000);
    await round(world, minute);
    expect((await statements()).map(({ state }) => state)).toEqual(['paid', 'open']);
    expect(world.alerts.filter(({ kind: what }) => what === 'settlement-reopened')).toHaveLength(1);
  });

  test('the grace period of a statement that opened again counts from then', async () => {
    const world = await open({ graceDays: 2 });
    await buy(world, 500_000);
    await round(world, 10 * hour);
    await move(world, 'pay', 500_000);
    await round(world, 5 * day);
    await move(world, 'take', 500_000);
    await round(world, minute);
    await round(world, minute);
    expect(await pausedWhy(world)).toBeNull();
    const reopenedAt = world.clock.now();
    expect((await world.shop.statements.open(8)).statements[0]?.graceEndsAt).toBeGreaterThan(reopenedAt + day);
    await round(world, 2 * day);
    expect(await pausedWhy(world)).toBe(settlementPause);
  });
});
