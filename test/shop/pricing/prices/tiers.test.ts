import { describe, expect, test } from 'vitest';
import { hour } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { addRule } from '#test/support/price-rules.ts';
import {
  buyerId,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  useDatabase,
} from '#test/support/shop.ts';

const item = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;

describe.each(databaseKinds)('levels of agents on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWorld(place.database);
    for (const id of [buyerId, strangerId]) {
      await world.shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'fa' });
      await place.database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', id).execute();
    }
    return world;
  }
  async function tier({ shop }: ShopWorld, name: string, turnover: number | null = null) {
    const made = await shop.tiers.create(ownerId, name);
    if (!made.ok) throw new Error(made.error.code);
    await shop.tiers.setTurnover(ownerId, made.value.id, turnover);
    return made.value.id;
  }
  async function sell(world: ShopWorld, amount: number, buyer = buyerId) {
    await world.buy({ item: item(amount), buyer });
    await world.purchaseWorker.runOnce();
  }
  async function told(world: ShopWorld) {
    await world.alertWorker.runOnce();
    return world.alerts.splice(0);
  }
  const nameOf = async ({ shop }: ShopWorld, id = buyerId) => (await shop.tiers.ofPerson(id))?.name ?? null;

  test('are assigned by the owner; the agent hears of it and has its prices', async () => {
    const world = await open();
    const gold = await tier(world, 'Gold');
    await addRule(place.database, { target: 'tier', target_id: gold, basis_points: 200 });
    expect(await world.shop.tiers.assign(buyerId, buyerId, gold)).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await world.shop.tiers.assign(ownerId, buyerId, gold)).toEqual({ ok: true, value: true });
    expect(await world.shop.tiers.assign(ownerId, buyerId, gold)).toEqual({ ok: true, value: false });
    expect(await told(world)).toEqual([{ kind: 'tier-changed', name: 'Gold', rose: 0 }]);
    expect((await world.quote({ item: item(100_000) })).charge).toBe(98_000);
    expect((await world.quote({ item: item(100_000), buyer: strangerId })).charge).toBe(100_000);
    expect(await world.shop.tiers.list()).toMatchObject([{ name: 'Gold', agents: 1 }]);
    await world.shop.tiers.assign(ownerId, buyerId, null);
    expect(await told(world)).toEqual([{ kind: 'tier-changed', name: null, rose: 0 }]);
    expect((await world.quote({ item: item(100_000) })).charge).toBe(100_000);
    expect((await world.shop.audit.list(0, 9)).entries.map(({ action }) => action)).toEqual([
      'assign-tier',
      'assign-tier',
      'tier',
    ]);
    for (const [person, wanted] of [
      [999, gold],
      [buyerId, 999],
    ] as const)
      expect((await world.shop.tiers.assign(ownerId, person, wanted)).ok).toBe(false);
  });

  test('are reached by the turnover of the last 30 days; never fall, and the owner’s choice stays', async () => {
    const world = await open();
    await tier(world, 'Silver', 50_000);
    await tier(world, 'Gold', 100_000);
    const special = await tier(world, 'Special');
    await sell(world, 49_999);
    expect(await world.shop.tiers.raise()).toBe(0);
    await sell(world, 10_000);
    expect(await world.shop.tiers.raise()).toBe(1);
    expect(await nameOf(world)).toBe('Silver');
    expect(await told(world)).toEqual([{ kind: 'tier-changed', name: 'Silver', rose: 1 }]);
    expect(await world.shop.tiers.raise()).toBe(0);
    await sell(world, 50_000);
    await world.shop.tiers.raise();
    expect(await nameOf(world)).toBe('Gold');
    world.clock.pass(40 * 24 * hour);
    expect(await world.shop.tiers.raise()).toBe(0);
    expect(await nameOf(world)).toBe('Gold');
    await world.shop.tiers.assign(ownerId, strangerId, special);
    await sell(world, 200_000, strangerId);
    expect(await world.shop.tiers.raise()).toBe(0);
    expect(await nameOf(world, strangerId)).toBe('Special');
  });

  test('are looked at once a day, by one of several processes', async () => {
    const world = await open();
    await tier(world, 'Silver', 10_000);
    await sell(world, 10_000);
    const second = await world.another();
    await Promise.all([world.expiryWorker.runOnce(), second.expiryWorker.runOnce()]);
    expect(await nameOf(world)).toBe('Silver');
    await sell(world, 10_000, strangerId);
    await world.expiryWorker.runOnce();
    expect(await nameOf(world, strangerId)).toBeNull();
    world.clock.pass(24 * hour);
    await world.expiryWorker.runOnce();
    expect(await nameOf(world, strangerId)).toBe('Silver');
    expect(await told(world)).toHaveLength(2);
  });

  test('are renamed and deleted: their agents have none then and are told, their rules and codes end', async () => {
    const world = await open();
    const { tiers, promoCodes } = world.shop;
    const [gold, silver] = [await tier(world, 'Gold'), await tier(world, 'Silver')];
    await addRule(place.database, { target: 'tier', target_id: gold, basis_points: 200 });
    await tiers.assign(ownerId, buyerId, gold);
    await tiers.assign(ownerId, strangerId, silver);
    const made = await promoCodes.create(ownerId, {
      ...{ code: 'GOLDEN', value: { kind: 'percent', points: 1_000 }, target: 'tier', targetId: gold },
      ...{ operatorId: null, productType: null, mostUses: null, mostEach: null, endsAt: null },
    });
    expect(made).toMatchObject({ ok: true });
    const what = { operatorId: 1, productType: 'topup' } as const;
    expect(await promoCodes.findUsable('golden', buyerId, what)).toMatchObject({ ok: true });
    expect(await promoCodes.findUsable('golden', strangerId, what)).toMatchObject({ error: { code: 'promo-unfit' } });
    expect(await tiers.rename(buyerId, gold, 'Best')).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await tiers.rename(ownerId, gold, 'Silver')).toMatchObject({ error: { code: 'tier-taken' } });
    expect(await tiers.rename(ownerId, gold, 'Best')).toMatchObject({ ok: true });
    expect(await nameOf(world)).toBe('Best');
    const quoted = await world.quote({ item: item(100_000) });
    await told(world);
    expect(await tiers.end(buyerId, gold)).toMatchObject({ error: { code: 'not-allowed' } });
    const second = await world.another();
    await Promise.all([tiers.end(ownerId, gold), second.shop.tiers.end(ownerId, gold)]);
    expect(await told(world)).toEqual([{ kind: 'tier-changed', name: null, rose: 0 }]);
    expect(await nameOf(world)).toBeNull();
    expect(await nameOf(world, strangerId)).toBe('Silver');
    expect(await tiers.end(ownerId, gold)).toMatchObject({ error: { code: 'tier-unknown' } });
    expect(await world.shop.priceRules.list({ target: 'tier', targetId: gold })).toEqual([]);
    expect(await promoCodes.findUsable('golden', buyerId, what)).toMatchObject({ error: { code: 'promo-unknown' } });
    expect((await world.stands(quoted)).charge).toBe(98_000);
    expect((await world.quote({ item: item(100_000) })).charge).toBe(100_000);
  });

  test('that the owner gave stay when the turnover is enough for a lower one alone', async () => {
    const world = await open();
    const gold = await tier(world, 'Gold', 100_000);
    await tier(world, 'Silver', 50_000);
    await world.shop.tiers.assign(ownerId, buyerId, gold);
    await sell(world, 60_000);
    expect(await world.shop.tiers.raise()).toBe(0);
    expect(await nameOf(world)).toBe('Gold');
  });

  test('are the owner’s alone, made once by their name, and each change is in the trail', async () => {
    const world = await open();
    const { tiers, audit } = world.shop;
    expect(await tiers.create(buyerId, 'Gold')).toMatchObject({ error: { code: 'not-allowed' } });
    const made = await tiers.create(ownerId, 'Gold');
    expect(await tiers.create(ownerId, 'Gold')).toEqual(made);
    const gold = made.ok ? made.value.id : 0;
    expect(await tiers.setTurnover(buyerId, gold, 10)).toMatchObject({ error: { code: 'not-allowed' } });
    for (const turnover of [-1, 2.5, Number.MAX_VALUE])
      expect(await tiers.setTurnover(ownerId, gold, turnover)).toMatchObject({ error: { code: 'amount-invalid' } });
    for (const change of [tiers.setTurnover(ownerId, 999, 10), tiers.rename(ownerId, 999, 'Best')])
      expect(await change).toMatchObject({ error: { code: 'tier-unknown' } });
    expect(await tiers.setTurnover(ownerId, gold, 10)).toMatchObject({
      value: { id: gold, name: 'Gold', turnover: 10 },
    });
    expect(await tiers.setTurnover(ownerId, gold, null)).toMatchObject({ value: { turnover: null } });
    // To the same name: nothing changes.
    expect(await tiers.rename(ownerId, gold, 'Gold')).toMatchObject({ value: { id: gold, name: 'Gold' } });
    expect(await tiers.rename(ownerId, gold, 'Best')).toMatchObject({ value: { id: gold, name: 'Best' } });
    await tiers.assign(ownerId, buyerId, gold);
    await tiers.end(ownerId, gold);
    expect(
      (await audit.list(0, 9)).entries.map(({ action, personId, details }) => [action, personId, details]),
    ).toEqual([
      ['end-tier', null, { tier: gold, note: 'Best' }],
      ['assign-tier', buyerId, { tier: null, note: null }],
      ['assign-tier', buyerId, { tier: gold, note: 'Best' }],
      ['rename-tier', null, { tier: gold, was: 'Gold', note: 'Best' }],
      ['tier-turnover', null, { tier: gold, amount: 0, note: 'Gold' }],
      ['tier-turnover', null, { tier: gold, amount: 10, note: 'Gold' }],
      ['tier', null, { tier: gold, note: 'Gold' }],
    ]);
    expect(await tiers.assign(ownerId, buyerId, 999)).toMatchObject({ error: { code: 'tier-unknown' } });
    expect(await tiers.assign(ownerId, 999, null)).toMatchObject({ error: { code: 'person-unknown' } });
  });
});
