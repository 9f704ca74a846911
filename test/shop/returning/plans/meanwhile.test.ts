import { describe, expect, test } from 'vitest';
import { dueAt, lastTryAt, noticeAt } from '#domain/schedule.ts';
import { defaultLeaseMs } from '#shop/base/jobs/work-loop.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { between } from '#test/support/listening.ts';
import { buyerId, rangedTopUpId, type ShopWorld, strangerId, topUpId, useDatabase } from '#test/support/shop.ts';
import { at, delivered, grant, kinds, live, openPlannedWorld, plan, value, work } from './planned.ts';

const price = 11_000;
const other = { kind: 'product', productId: rangedTopUpId, amount: 50_000 } as const;

describe.each(sampledDatabases())('what changes while a plan buys, on %s', (kind) => {
  /** Runs once, when the transaction that meant to buy has been rolled back. */
  let afterRollback: (() => Promise<unknown>) | null = null;
  const suite = useDatabase(kind, {
    wrap: (dialect) =>
      between(dialect, async ({ sql }, execute) => {
        const result = await execute();
        const run = /^rollback/i.test(sql) ? afterRollback : null;
        if (run) afterRollback = null;
        // SQLite has one connection, so it is the next to have it.
        const done = run?.();
        if (kind === 'postgres') await done;
        return result;
      }),
  });
  const open = () => openPlannedWorld(suite.database);
  type World = Awaited<ReturnType<typeof open>>;
  const cyclesOf = async (world: ShopWorld, id: string) => {
    const { cycles } = await world.shop.plans.cycles(id, 0, 100);
    return cycles.map(({ day, state, problem }) => ({ day, state, problem }));
  };
  const soldTo = async (world: ShopWorld) =>
    (await world.sandbox.purchases()).filter(({ outcome }) => outcome === 'bought').map(({ product_id: id }) => id);

  /** That of the other order. */
  async function chooseOther(world: World, id: string): Promise<void> {
    const orders = suite.database.db.selectFrom('orders').select('id').where('product_id', '=', rangedTopUpId);
    const { id: orderId } = await orders.executeTakeFirstOrThrow();
    value(await world.shop.plans.setItem(buyerId, id, { orderId, follows: 'same' }));
  }

  interface Change {
    /** The gateway sells the first item no more. */
    readonly isGone?: boolean;
    readonly happens: (world: World, id: string, day: number) => Promise<unknown>;
    /** The cycle once the next try is over. */
    readonly cycle: object;
    readonly sold: readonly number[];
    readonly told: readonly string[];
  }
  const skipped = (problem: string) => ({ state: 'skipped', problem });
  const stoppedCycle = skipped('stopped');
  const changes: readonly (readonly [string, Change])[] = [
    [
      'lowers the limit below the price: it is not bought, and the person is asked',
      {
        happens: ({ shop }, id) => shop.plans.setCeiling(buyerId, id, price - 10),
        cycle: { state: 'waiting', problem: 'price' },
        sold: [topUpId],
        told: ['plan-tomorrow', 'plan-asked'],
      },
    ],
    [
      'lowers the limit to the price: it is bought',
      {
        happens: ({ shop }, id) => shop.plans.setCeiling(buyerId, id, price),
        cycle: { state: 'ordered', problem: null },
        sold: [topUpId, topUpId],
        told: ['plan-tomorrow'],
      },
    ],
    [
      'chooses another item: only that is bought',
      {
        happens: chooseOther,
        cycle: { state: 'ordered', problem: null },
        sold: [topUpId, rangedTopUpId],
        told: ['plan-tomorrow'],
      },
    ],
    [
      'skips the day: it is not bought',
      {
        happens: ({ shop }, id, day) => shop.plans.skip(buyerId, id, day),
        cycle: skipped('person'),
        sold: [topUpId],
        told: ['plan-tomorrow'],
      },
    ],
    [
      'stops the plan: it is not bought',
      {
        happens: ({ shop }, id) => shop.plans.stop(buyerId, id),
        cycle: stoppedCycle,
        sold: [topUpId],
        told: ['plan-tomorrow'],
      },
    ],
    [
      'stops the plan, and the owner blocks the person: it stays stopped',
      {
        happens: async ({ shop, database }, id) => {
          await shop.plans.stop(buyerId, id);
          await database.db.updateTable('people').set({ paused_why: 'chargebacks' }).execute();
        },
        cycle: stoppedCycle,
        sold: [topUpId],
        told: ['plan-tomorrow'],
      },
    ],
    [
      'chooses another item, as the first has gone: only that is bought, and nothing is asked',
      {
        isGone: true,
        happens: chooseOther,
        cycle: { state: 'ordered', problem: null },
        sold: [topUpId, rangedTopUpId],
        told: ['plan-tomorrow'],
      },
    ],
  ];

  test.each(changes)('while the gateway is asked the person %s', async (_, change) => {
    const { happens, isGone = false, cycle, sold, told } = change;
    const world = await open();
    const isOther = sold.includes(rangedTopUpId);
    await grant(world, 1_000_000);
    const { id, nextDay: day } = await plan(world, 'd7', { ceiling: 60_000 });
    if (isOther) await delivered(world, { item: other });
    const before = isOther ? [topUpId, rangedTopUpId] : [topUpId];
    expect(await soldTo(world)).toEqual(before);
    await at(world, noticeAt(day));
    if (isGone) world.market.products.set(topUpId, 'gone');
    world.market.afterPrices = async () => {
      world.market.afterPrices = () => Promise.resolve();
      await happens(world, id, day);
    };
    await at(world, dueAt(day));
    world.clock.pass(defaultLeaseMs);
    await work(world);
    expect((await cyclesOf(world, id))[0]).toMatchObject({ day, ...cycle });
    expect(await soldTo(world)).toEqual([...before, ...sold.slice(1)]);
    expect(kinds(world.messages)).toEqual(told);
    if (cycle === stoppedCycle) expect(value(await world.shop.plans.own(buyerId, id)).state).toBe('stopped');
  });

  test('a new limit wakes only a cycle that asked for it: what is announced is bought at its hour', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay: day } = await plan(world, 'd7');
    await at(world, noticeAt(day));
    value(await world.shop.plans.setCeiling(buyerId, id, 2 * price));
    await work(world);
    expect(await soldTo(world)).toHaveLength(1);
    await at(world, dueAt(day));
    expect(await soldTo(world)).toHaveLength(2);
  });

  test.each([
    ['all that was missing: it is bought at once, and nobody is told of a lack', price, 'ordered', ['plan-tomorrow']],
    ['a part: the person is told', price - 10, 'waiting', ['plan-tomorrow', 'plan-short']],
  ] as const)('money comes between the try and its end, %s', async (_, amount, state, told) => {
    const world = await open();
    const { id, nextDay: day } = await plan(world, 'd7');
    await at(world, noticeAt(day));
    afterRollback = () => grant(world, amount);
    await at(world, dueAt(day));
    expect(afterRollback).toBeNull();
    await work(world);
    expect(await cyclesOf(world, id)).toMatchObject([{ day, state }]);
    expect(kinds(world.messages)).toEqual(told);
  });
});

describe.each(sampledDatabases())('plans of one person, on %s', (kind) => {
  const suite = useDatabase(kind);
  const open = () => openPlannedWorld(suite.database);

  test.each([
    ['the last is made', 499, { ok: true }],
    ['one more is refused', 500, { ok: false, error: { code: 'plans-too-many' } }],
  ] as const)('are 500 at most, without those that are stopped and those of others: %s', async (_, standing, made) => {
    const world = await open();
    const order = await delivered(world);
    const first = await plan(world, 'd7', { asked: { mobile: '989351234568' } });
    const { db } = suite.database;
    const row = await db.selectFrom('plans').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    const copies = (count: number, name: string, changes: Partial<typeof row>) =>
      Array.from({ length: count }, (_, nth) => ({ ...row, ...changes, id: `${name} ${nth}`, what: `${name} ${nth}` }));
    for (const rows of [
      copies(standing - 1, 'own', {}),
      copies(3, 'paused', { state: 'stopped' }),
      copies(3, 'other', { person_id: strangerId }),
    ])
      for (let from = 0; from < rows.length; from += 100)
        await db
          .insertInto('plans')
          .values(rows.slice(from, from + 100))
          .execute();
    const wanted = { by: buyerId, orderId: order.id, follows: 'same', ceiling: price } as const;
    expect(await world.shop.plans.create({ ...wanted, schedule: { every: 'days', count: 7 } })).toMatchObject(made);
    // What is there already is changed as before.
    expect(await world.shop.plans.setCeiling(buyerId, first.id, price)).toMatchObject({ ok: true });
  });
});

describe.each(sampledDatabases())('a plan that pauses, on %s', (kind) => {
  const suite = useDatabase(kind);
  const open = () => openPlannedWorld(suite.database);
  type World = Awaited<ReturnType<typeof open>>;
  const states = async (world: World, id: string) => {
    const { cycles } = await world.shop.plans.cycles(id, 0, 100);
    return cycles.map(({ state, problem }) => `${state} ${problem}`);
  };

  test.each<readonly [string, (world: World, id: string, day: number) => Promise<void>, string]>([
    [
      'after three skips',
      async (world, _, day) => {
        for (const nth of [0, 1, 2]) await live(world, day + nth);
        await at(world, lastTryAt(day + 2));
      },
      'skips',
    ],
    [
      'because the person blocked the bot',
      async (world, _, day) => {
        await live(world, day);
        await live(world, day + 1);
        await live(world, day + 2);
        await world.shop.people.setReachable(buyerId, false);
        await at(world, lastTryAt(day + 2));
      },
      'person',
    ],
  ])('closes the cycle that was announced, %s: money buys nothing until it goes on', async (_, happens, why) => {
    const world = await open();
    const { id, nextDay: day } = await plan(world, 'd1');
    await happens(world, id, day);
    expect(value(await world.shop.plans.own(buyerId, id))).toMatchObject({ state: 'paused', why });
    expect((await states(world, id)).filter((one) => one.startsWith('waiting'))).toEqual([]);
    expect((await states(world, id))[0]).toBe('skipped stopped');
    const told = world.messages.length;
    await world.shop.people.setReachable(buyerId, true);
    await grant(world, 1_000_000);
    await at(world, dueAt(day + 3));
    expect(await world.sandbox.sold()).toBe(1);
    expect(world.messages).toHaveLength(told);
  });
});
