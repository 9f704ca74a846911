import { describe, expect, test } from 'vitest';
import { dueAt, lastTryAt, noticeAt, tooLateAt } from '#domain/schedule.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';
import { at, delivered, grant, kinds, live, openPlannedWorld, plan, today, value, work } from './planned.ts';

const price = 11_000;
const sold = async (world: ShopWorld) =>
  (await world.sandbox.purchases()).filter(({ outcome }) => outcome === 'bought');

describe.each(sampledDatabases())('a plan on %s', (kind) => {
  const suite = useDatabase(kind);
  const open = (options = {}) => openPlannedWorld(suite.database, options);
  const cyclesOf = async (world: ShopWorld, id: string) => {
    const { cycles } = await world.shop.plans.cycles(id, 0, 100);
    return cycles.map(({ day, state, problem }) => ({ day, state, problem }));
  };

  test('is announced the day before, bought on its day at the price of that day, and goes on', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay } = await plan(world, 'd30', { ceiling: 20_000 });
    expect(nextDay).toBe(today(world) + 30);
    await at(world, noticeAt(nextDay) - minute);
    expect(world.messages).toEqual([]);
    await at(world, noticeAt(nextDay));
    expect(world.messages).toEqual([{ to: buyerId, alert: { kind: 'plan-tomorrow', planId: id, day: nextDay } }]);
    const listed = await world.shop.plans.list(buyerId, 0, 8);
    expect(listed.plans).toMatchObject([{ comingDay: nextDay, nextDay: nextDay + 30 }]);
    world.market.products.set(topUpId, { price: 12_000 });
    await at(world, dueAt(nextDay) - minute);
    expect(await sold(world)).toHaveLength(1);
    await at(world, dueAt(nextDay));
    expect(world.market.sent).toHaveLength(2);
    const { cycles } = await world.shop.plans.cycles(id, 0, 8);
    expect(cycles).toMatchObject([{ day: nextDay, state: 'ordered', order: { total: 13_200, charge: 13_200 } }]);
    expect(value(await world.shop.plans.own(buyerId, id))).toMatchObject({ nextDay: nextDay + 30, charge: 13_200 });
    expect(kinds(world.messages)).toEqual(['plan-tomorrow']);
    // It is known which purchase was the plan's.
    const [bought] = cycles.flatMap(({ order }) => order ?? []);
    expect(bought && (await world.shop.plans.ofOrder(bought))).toBe(id);
    world.market.products.clear();
    await live(world, nextDay + 30);
    expect(await sold(world)).toHaveLength(2);
    expect((await world.shop.plans.cycles(id, 0, 8)).cycles[0]?.order).toMatchObject({
      state: 'delivered',
      total: price,
    });
    expect(await world.shop.plans.ofOrder(await delivered(world))).toBeNull();
  });

  test('of a top-up keeps what was named when VAT changes: the credit, or what is paid', async () => {
    const world = await open();
    await grant(world, 1_000_000);
    const topUp = { kind: 'product', productId: rangedTopUpId } as const;
    const asked = (named: object, mobile: string) => ({
      asked: { item: { ...topUp, amount: null, ...named }, mobile },
      ceiling: 100_000,
    });
    const credit = await plan(world, 'd30', asked({ credit: 20_000 }, '989121111111'));
    const paid = await plan(world, 'd30', asked({ amount: 20_000 }, '989122222222'));
    const { db } = suite.database;
    expect(await db.selectFrom('plans').select(['what', 'amount', 'credit']).orderBy('mobile').execute()).toEqual([
      { what: `product:${rangedTopUpId}:credit:20000`, amount: 22_000, credit: 20_000 },
      { what: `product:${rangedTopUpId}:20000`, amount: 20_000, credit: null },
    ]);
    const later = await open({ sandbox: world.sandbox, clock: world.clock, vatPercent: 12 });
    await live(later, credit.nextDay);
    const bought = async ({ id }: { id: string }) => (await later.shop.plans.cycles(id, 0, 8)).cycles[0]?.order;
    expect(await bought(credit)).toMatchObject({ base: 20_000, vat: 2_400, total: 22_400 });
    expect(await bought(paid)).toMatchObject({ base: 17_857, total: 20_000 });
  });

  test('has one key for each cycle, derived from it', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { nextDay } = await plan(world, 'd7');
    await live(world, nextDay);
    await live(world, nextDay + 7);
    const keys = (await sold(world)).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    // The same database, put back to before the purchase, sends the same request again: the gateway sells nothing more.
    await suite.database.db
      .updateTable('plan_cycles')
      .set({ state: 'waiting', order_id: null, ended_at: null })
      .where('day', '=', nextDay + 7)
      .execute();
    for (const table of ['orders', 'order_events', 'ledger'] as const)
      await suite.database.db
        .deleteFrom(table)
        .where(table === 'orders' ? 'id' : 'order_id', 'in', (eb) =>
          eb
            .selectFrom('orders')
            .select('id')
            .where('idempotency_key', '=', keys[2] ?? ''),
        )
        .execute();
    await suite.database.db
      .updateTable('wallets')
      .set({ balance: 100_000 - price, held: 0 })
      .execute();
    await work(world);
    expect((await sold(world)).map(({ key }) => key)).toEqual(keys);
  });

  test('made twice is the same plan; other things and numbers have their own', async () => {
    const world = await open();
    const first = await plan(world, 'd30');
    const again = await plan(world, 'd7');
    expect(again.id).toBe(first.id);
    expect(again).toMatchObject({ schedule: { every: 'days', count: 7 }, nextDay: today(world) + 7 });
    const last = await plan(world, 'd7', { follows: 'last' });
    const other = await plan(world, 'd7', { asked: { mobile: '989351234568' } });
    expect(new Set([first.id, last.id, other.id]).size).toBe(3);
    expect(await world.shop.plans.list(buyerId, 0, 8)).toMatchObject({ count: 3, more: false });
  });

  test('made again has what was chosen last: nothing is bought above a lower limit', async () => {
    const world = await open();
    await grant(world, 100_000);
    const first = await plan(world, 'd30', { ceiling: 20_000 });
    const again = await plan(world, 'd30', { ceiling: price });
    expect(again).toMatchObject({ id: first.id, ceiling: price, nextDay: first.nextDay });
    world.market.products.set(topUpId, { price: 12_000 });
    await live(world, again.nextDay);
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-asked', why: 'price', price: 13_200 });
    expect(await sold(world)).toHaveLength(2);
    // An answer is tried at once.
    world.market.products.clear();
    await plan(world, 'd30', { ceiling: 13_200 });
    await work(world);
    expect(await cyclesOf(world, first.id)).toMatchObject([{ state: 'ordered' }]);
  });

  test('made again while it is paused goes on', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay } = await plan(world, 'd30');
    await world.shop.people.setReachable(buyerId, false);
    await at(world, noticeAt(nextDay));
    await world.shop.people.setReachable(buyerId, true);
    const again = await plan(world, 'd7');
    expect(again).toMatchObject({ id, state: 'active', why: null, nextDay: today(world) + 7 });
    await live(world, again.nextDay);
    expect(await cyclesOf(world, id)).toEqual([{ day: again.nextDay, state: 'ordered', problem: null }]);
  });

  test('belongs to its person alone, and is made of a delivered order of theirs', async () => {
    const world = await open();
    const { id, nextDay } = await plan(world);
    const { plans } = world.shop;
    const none = { ok: false, error: { code: 'plan-unknown' } };
    expect(await plans.own(strangerId, id)).toEqual(none);
    expect(await plans.skip(strangerId, id, nextDay)).toEqual(none);
    expect(await plans.stop(strangerId, id)).toEqual(none);
    expect(await plans.setCeiling(strangerId, id, 1)).toEqual(none);
    const quoted = await world.quote();
    const schedule = { every: 'days', count: 7 } as const;
    const wanted = { by: buyerId, orderId: quoted.id, follows: 'same', schedule, ceiling: 1 } as const;
    expect(await plans.create(wanted)).toEqual({ ok: false, error: { code: 'order-not-open' } });
    expect(await plans.create({ ...wanted, by: strangerId })).toEqual({
      ok: false,
      error: { code: 'order-not-yours' },
    });
  });

  test('short of money: told at once, bought when money arrives', async () => {
    const world = await open();
    const { id, nextDay } = await plan(world);
    await live(world, nextDay);
    expect(world.messages.at(-1)).toEqual({
      to: buyerId,
      alert: { kind: 'plan-short', planId: id, day: nextDay, missing: price },
    });
    // Too little is not enough, and no one is told twice.
    await grant(world, price - 1);
    await work(world);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow', 'plan-short']);
    expect(await sold(world)).toHaveLength(1);
    world.clock.pass(3 * hour);
    await grant(world, 1);
    await work(world);
    expect(await sold(world)).toHaveLength(2);
    expect(await cyclesOf(world, id)).toEqual([{ day: nextDay, state: 'ordered', problem: null }]);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow', 'plan-short']);
  });

  test('two are short of money: what the second lacks is said after the first is bought', async () => {
    const world = await open();
    const { nextDay } = await plan(world, 'd30', { asked: { mobile: '989121111111' } });
    await plan(world, 'd30', { asked: { mobile: '989122222222' } });
    await grant(world, 6_000);
    await live(world, nextDay);
    const missing = () => world.messages.flatMap(({ alert }) => (alert.kind === 'plan-short' ? [alert.missing] : []));
    expect(missing()).toEqual([5_000, 5_000]);
    world.clock.pass(hour);
    await grant(world, 10_000);
    await work(world);
    expect(await sold(world)).toHaveLength(3);
    expect(missing()).toEqual([5_000, 5_000, 6_000]);
    // Who adds a part knows the rest.
    await grant(world, 1_000);
    await work(world);
    expect(missing()).toHaveLength(3);
  });

  test.each<readonly [string, (world: ShopWorld) => Promise<unknown>]>([
    [
      'a raised credit limit',
      async ({ shop }) =>
        value(await shop.credit.limit({ key: 'limit', by: ownerId, personId: buyerId, amount: price, note: null })),
    ],
    [
      'credit as an agent',
      async ({ shop }) => shop.agents.join(value(await shop.agents.invite('message', ownerId, price)).code, buyerId),
    ],
  ])('short of money: %s is money too', async (_, lend) => {
    const world = await open();
    const { id, nextDay } = await plan(world);
    await live(world, nextDay);
    world.clock.pass(hour);
    await work(world);
    expect(await cyclesOf(world, id)).toMatchObject([{ state: 'waiting', problem: 'money' }]);
    await lend(world);
    await work(world);
    expect(await cyclesOf(world, id)).toEqual([{ day: nextDay, state: 'ordered', problem: null }]);
    expect(await sold(world)).toHaveLength(2);
  });

  test('short of money until the next day: skipped and said; three in a row pause it', async () => {
    const world = await open();
    const { id, nextDay: first } = await plan(world, 'd7');
    for (const nth of [0, 1, 2]) {
      const day = first + 7 * nth;
      await live(world, day);
      await at(world, lastTryAt(day) - minute);
      expect(world.messages.at(-1)?.alert.kind).toBe('plan-short');
      await at(world, lastTryAt(day));
      const paused = nth === 2;
      expect(world.messages.at(-1)?.alert).toEqual({ kind: 'plan-skipped', planId: id, day, why: 'money', paused });
    }
    expect(value(await world.shop.plans.own(buyerId, id))).toMatchObject({ state: 'paused', why: 'skips' });
    const told = world.messages.length;
    await live(world, first + 21);
    expect(world.messages).toHaveLength(told);
    // Resumed, it begins anew.
    await grant(world, price);
    const resumed = value(await world.shop.plans.resume(buyerId, id));
    expect(resumed).toMatchObject({ state: 'active', skips: 0, nextDay: first + 28 });
    await live(world, first + 28);
    expect(await sold(world)).toHaveLength(2);
  });

  test('a cycle that is bought ends the row of skipped ones', async () => {
    const world = await open();
    const { id, nextDay: day } = await plan(world, 'd7');
    await live(world, day);
    await at(world, lastTryAt(day));
    await live(world, day + 7);
    await at(world, lastTryAt(day + 7));
    expect(value(await world.shop.plans.own(buyerId, id)).skips).toBe(2);
    await grant(world, price);
    await live(world, day + 14);
    expect(value(await world.shop.plans.own(buyerId, id))).toMatchObject({ skips: 0, state: 'active' });
  });

  test('above the ceiling: asked, never bought, unless the person agrees', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay } = await plan(world, 'd7');
    world.market.products.set(topUpId, { price: 20_000 });
    await live(world, nextDay);
    const asked = { kind: 'plan-asked', planId: id, day: nextDay, why: 'price', price: 22_000 };
    expect(world.messages.at(-1)?.alert).toEqual(asked);
    await at(world, lastTryAt(nextDay));
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-skipped', why: 'price' });
    expect(await sold(world)).toHaveLength(1);
    await live(world, nextDay + 7);
    value(await world.shop.plans.setCeiling(buyerId, id, 22_000));
    await work(world);
    expect(world.market.sent).toHaveLength(2);
    expect(await cyclesOf(world, id)).toMatchObject([{ state: 'ordered' }, { state: 'skipped', problem: 'price' }]);
  });

  test('a ceiling that was agreed to before charges were whole tomans is that price still', async () => {
    const world = await open();
    await grant(world, 100_000);
    const rule = { target: 'customer', targetId: null, operatorId: null, productType: null, basisPoints: 250 } as const;
    const draft = value(await world.shop.priceRules.draft('rule', { by: ownerId, name: null, ...rule }));
    value(await world.shop.priceRules.save(draft.id, ownerId, 'now'));
    // 11,000 less 2.5%.
    const { id, nextDay } = await plan(world, 'd7', { ceiling: 10_725 });
    await live(world, nextDay);
    expect(await cyclesOf(world, id)).toEqual([{ day: nextDay, state: 'ordered', problem: null }]);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow']);
    value(await world.shop.plans.setCeiling(buyerId, id, 10_720));
    await live(world, nextDay + 7);
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-asked', why: 'price', price: 10_730 });
  });

  test('above the ceiling until the person agrees, just while it is tried: bought, and not asked', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay } = await plan(world, 'd7');
    await at(world, noticeAt(nextDay));
    world.market.products.set(topUpId, { price: 20_000 });
    world.market.afterPrices = async () => {
      world.market.afterPrices = () => Promise.resolve();
      value(await world.shop.plans.setCeiling(buyerId, id, 22_000));
    };
    await at(world, dueAt(nextDay));
    await work(world);
    expect(await cyclesOf(world, id)).toEqual([{ day: nextDay, state: 'ordered', problem: null }]);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow']);
  });

  test('product gone: asked; bought after another one is chosen', async () => {
    const world = await open();
    await grant(world, 200_000);
    const { id, nextDay } = await plan(world, 'd7', { ceiling: 60_000 });
    const other = await delivered(world, { item: { kind: 'product', productId: rangedTopUpId, amount: 50_000 } });
    world.market.products.set(topUpId, 'gone');
    await live(world, nextDay);
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-asked', why: 'product', price: null });
    value(await world.shop.plans.setItem(buyerId, id, { orderId: other.id, follows: 'same' }));
    await work(world);
    expect((await sold(world)).at(-1)).toMatchObject({ product_id: rangedTopUpId, price: 50_000 });
  });

  test.each(['same', 'last'] as const)('product id is another thing now: asked, never bought (%s)', async (follows) => {
    const world = await open();
    await grant(world, 100_000);
    const { nextDay } = await plan(world, 'd7', { ceiling: 20_000, follows });
    world.market.products.set(topUpId, { name: 'Another thing', days: 3 });
    await live(world, nextDay);
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-asked', why: 'product' });
    expect(await sold(world)).toHaveLength(1);
  });

  test('of a named amount, and of what was bought last', async () => {
    const world = await open();
    await grant(world, 1_000_000);
    const named = { item: { kind: 'product', productId: rangedTopUpId, amount: 50_000 } } as const;
    const { nextDay } = await plan(world, 'd7', { asked: named, follows: 'last', ceiling: 80_000 });
    await live(world, nextDay);
    expect((await sold(world)).at(-1)).toMatchObject({ product_id: rangedTopUpId, price: 50_000 });
    // At the same moment neither would be the last.
    world.clock.pass(minute);
    await delivered(world, { item: { ...named.item, amount: 70_000 } });
    // What is shown and announced is what would be bought now.
    const [listed] = (await world.shop.plans.list(buyerId, 0, 8)).plans;
    if (!listed) throw new Error('There is a plan.');
    expect(await world.shop.plans.thingOf(listed)).toMatchObject({ item: { amount: 70_000 }, charge: 70_000 });
    await live(world, nextDay + 7);
    expect((await sold(world)).at(-1)).toMatchObject({ product_id: rangedTopUpId, price: 70_000 });
  });

  test('skipped, changed, stopped and resumed by the person', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay: day } = await plan(world, 'd7');
    const { plans } = world.shop;
    await at(world, noticeAt(day));
    expect(value(await plans.skip(buyerId, id, day))).toMatchObject({ skips: 1, nextDay: day + 7 });
    expect(await plans.skip(buyerId, id, day)).toEqual({ ok: false, error: { code: 'plan-not-open' } });
    await at(world, dueAt(day));
    expect(await sold(world)).toHaveLength(1);
    // Before it is announced.
    expect(value(await plans.skip(buyerId, id, day + 7))).toMatchObject({ skips: 2, nextDay: day + 14 });
    const changed = value(await plans.reschedule(buyerId, id, { every: 'days', count: 30 }));
    expect(changed.nextDay).toBe(day + 37);
    await live(world, day + 37);
    expect(await sold(world)).toHaveLength(2);
    await at(world, noticeAt(day + 67));
    expect(value(await plans.stop(buyerId, id)).state).toBe('stopped');
    await at(world, dueAt(day + 67));
    expect(await sold(world)).toHaveLength(2);
    expect((await cyclesOf(world, id))[0]).toMatchObject({ day: day + 67, state: 'skipped', problem: 'stopped' });
    expect(value(await plans.resume(buyerId, id)).nextDay).toBe(day + 97);
  });

  test('stopped and resumed before the hour that was announced: bought at it, once', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay: day } = await plan(world, 'd7');
    const { plans } = world.shop;
    await at(world, noticeAt(day));
    value(await plans.stop(buyerId, id));
    await at(world, dueAt(day) - minute);
    expect(value(await plans.resume(buyerId, id)).nextDay).toBe(day + 7);
    expect((await plans.list(buyerId, 0, 8)).plans).toMatchObject([{ comingDay: day }]);
    await work(world);
    expect(await sold(world)).toHaveLength(1);
    await at(world, dueAt(day));
    expect(await cyclesOf(world, id)).toEqual([{ day, state: 'ordered', problem: null }]);
    expect(await sold(world)).toHaveLength(2);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow']);
    await live(world, day + 7);
    expect(await sold(world)).toHaveLength(3);
  });

  test('paused because of skips and resumed before the next hour: bought at it; what the person skipped is not', async () => {
    const world = await open();
    const { id, nextDay: day } = await plan(world, 'd1');
    const { plans } = world.shop;
    for (const nth of [0, 1, 2]) await live(world, day + nth);
    await at(world, lastTryAt(day + 2));
    expect(value(await plans.own(buyerId, id))).toMatchObject({ state: 'paused', why: 'skips' });
    await grant(world, 100_000);
    value(await plans.resume(buyerId, id));
    await at(world, dueAt(day + 3));
    expect((await cyclesOf(world, id)).find((cycle) => cycle.day === day + 3)).toMatchObject({ state: 'ordered' });
    value(await plans.skip(buyerId, id, day + 4));
    value(await plans.stop(buyerId, id));
    value(await plans.resume(buyerId, id));
    await at(world, dueAt(day + 4));
    expect((await cyclesOf(world, id)).find((cycle) => cycle.day === day + 4)).toMatchObject({ problem: 'person' });
  });

  test('missed by less than a day: bought once, and said to be late; by more: skipped and said', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay: day } = await plan(world, 'd7');
    await at(world, tooLateAt(day) - minute);
    expect(kinds(world.messages)).toEqual(['plan-late']);
    expect(await sold(world)).toHaveLength(2);
    // Two weeks without a process: the last of three is due today.
    await at(world, dueAt(day + 21) + 2 * hour);
    const missed = { kind: 'plan-missed', planId: id, from: day + 7, to: day + 14, count: 2 };
    expect(world.messages.slice(1).map(({ alert }) => alert)).toEqual([
      missed,
      { kind: 'plan-late', planId: id, day: day + 21 },
    ]);
    expect(await sold(world)).toHaveLength(3);
    expect(await cyclesOf(world, id)).toEqual([
      { day: day + 21, state: 'ordered', problem: null },
      { day: day + 14, state: 'skipped', problem: 'late' },
      { day: day + 7, state: 'skipped', problem: 'late' },
      { day, state: 'ordered', problem: null },
    ]);
    // Our own outage does not count against the plan.
    expect(value(await world.shop.plans.own(buyerId, id)).skips).toBe(0);
  });

  test('waits while sales pause, and is skipped and said when they pause for a day', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { nextDay: day } = await plan(world, 'd7');
    await world.shop.salesPause.pause('owner', 'holiday', 'owner');
    await live(world, day);
    world.clock.pass(3 * hour);
    await work(world);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow']);
    await world.shop.salesPause.resume('owner');
    world.clock.pass(10 * minute);
    await work(world);
    expect(await sold(world)).toHaveLength(2);
    expect(kinds(world.messages)).toEqual(['plan-tomorrow', 'plan-late']);
    await world.shop.salesPause.pause('owner', 'holiday', 'owner');
    await live(world, day + 7);
    await at(world, tooLateAt(day + 7));
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-skipped', why: 'selling', paused: false });
    expect(await sold(world)).toHaveLength(2);
  });

  test('stops for a person who is paused by the owner, and for one who blocked the bot', async () => {
    const world = await open();
    await grant(world, 100_000);
    const { id, nextDay: day } = await plan(world, 'd7');
    await at(world, noticeAt(day));
    await world.shop.agents.pause(ownerId, buyerId, 'unpaid');
    await at(world, dueAt(day));
    expect(value(await world.shop.plans.own(buyerId, id))).toMatchObject({ state: 'paused', why: 'person' });
    expect(kinds(world.messages)).toEqual(['plan-tomorrow', 'plan-paused']);
    await world.shop.agents.pause(ownerId, buyerId, null);
    value(await world.shop.plans.resume(buyerId, id));
    await world.shop.people.markUnreachable(buyerId);
    await live(world, day + 7);
    expect(value(await world.shop.plans.own(buyerId, id)).state).toBe('paused');
    expect(await sold(world)).toHaveLength(1);
  });

  test('is bought at the price of its person, within their daily limit', async () => {
    const world = await open({ dailyLimits: { customer: 15_000, agent: null } });
    await grant(world, 100_000);
    const { nextDay: day } = await plan(world, 'd7');
    await at(world, noticeAt(day));
    world.clock.pass(20 * hour);
    await delivered(world);
    await at(world, dueAt(day));
    expect(world.messages.at(-1)?.alert).toMatchObject({ kind: 'plan-asked', why: 'limit' });
    await at(world, lastTryAt(day));
    expect(await sold(world)).toHaveLength(3);
  });

  test('owners are warned in the morning when our balance does not suffice for seven days', async () => {
    const world = await open({ lowBalance: 1 });
    await grant(world, 100_000);
    const { nextDay } = await plan(world, 'd7');
    await plan(world, 'd1', { asked: { mobile: '989351234568' } });
    expect(await world.shop.plans.forecast()).toEqual({ count: 6, total: 6 * price });
    await world.sandbox.setBalance(6 * price);
    await at(world, dueAt(nextDay - 6) - hour);
    expect(await world.shop.plans.forecast()).toEqual({ count: 8, total: 8 * price });
    const warning = { to: ownerId, alert: { kind: 'plans-unfunded', planned: 8 * price, balance: 6 * price } };
    expect(world.messages.filter(({ to }) => to === ownerId)).toEqual([warning]);
    world.clock.pass(minute);
    await (await world.another()).planWorker.runOnce();
    await work(world);
    expect(world.messages.filter(({ to }) => to === ownerId)).toHaveLength(1);
  });

  test('two processes at once buy and tell once', async () => {
    const world = await open();
    const other = await world.another();
    await grant(world, 1_000_000);
    const numbers = ['989351234561', '989351234562', '989351234563', '989351234564'];
    for (const mobile of numbers) await plan(world, 'd7', { asked: { mobile } });
    const day = today(world) + 7;
    for (const time of [noticeAt(day), dueAt(day)]) {
      world.clock.pass(time - world.clock.now());
      for (let round = 0; round < 3; round += 1)
        await Promise.all([world.planWorker.runOnce(), other.planWorker.runOnce()]);
      await work(world);
    }
    expect(await sold(world)).toHaveLength(2 * numbers.length);
    expect(kinds(world.messages)).toEqual(numbers.map(() => 'plan-tomorrow'));
  });
});
