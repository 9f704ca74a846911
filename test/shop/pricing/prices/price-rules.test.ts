import { describe, expect, test } from 'vitest';
import type { RuleDraft, RuleStart } from '#shop/pricing/prices/price-rules.ts';
import { hour } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import {
  buyerId,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const customers = { target: 'customer', targetId: null, operatorId: null, productType: null } as const;
const hundred = { kind: 'product', productId: rangedTopUpId, amount: 100_000 } as const;

describe.each(databaseKinds)('price rules on %s', (kind) => {
  const place = useDatabase(kind);
  let asked = 0;
  type Asked = Partial<Omit<RuleDraft, 'id' | 'ruleId'>>;

  async function draft({ shop }: ShopWorld, given: Asked = {}) {
    asked += 1;
    const rule = { ...customers, by: ownerId, basisPoints: 250, name: null, ...given };
    return shop.priceRules.draft(`update ${asked}`, rule);
  }
  async function save(world: ShopWorld, given: Asked = {}, start: RuleStart = 'now') {
    const made = await draft(world, given);
    if (!made.ok) throw new Error(made.error.code);
    const saved = await world.shop.priceRules.save(made.value.id, ownerId, start);
    if (!saved.ok) throw new Error(saved.error.code);
    return saved.value;
  }
  const priceOf = async ({ quote }: ShopWorld) => (await quote({ item: hundred })).charge;
  const trail = async ({ shop }: ShopWorld) => (await shop.audit.list(0, 20)).entries.map(({ action }) => action);

  test('are saved by the owner, once, and written into the audit trail', async () => {
    const world = await openWorld(place.database);
    const made = await draft(world);
    if (!made.ok) throw new Error(made.error.code);
    const { id } = made.value;
    expect(await priceOf(world)).toBe(100_000);
    expect(await world.shop.priceRules.save(id, buyerId, 'now')).toMatchObject({ error: { code: 'not-allowed' } });
    const saved = await world.shop.priceRules.save(id, ownerId, 'now');
    expect(saved).toMatchObject({ ok: true, value: { ...customers, basisPoints: 250 } });
    expect(await world.shop.priceRules.save(id, ownerId, 'now')).toEqual(saved);
    expect(await priceOf(world)).toBe(97_500);
    expect((await world.shop.audit.list(0, 20)).entries).toMatchObject([
      { actorId: ownerId, action: 'price', details: { target: 'customer', basisPoints: 250 } },
    ]);
    expect(await draft(world, { by: buyerId })).toMatchObject({ error: { code: 'not-allowed' } });
    for (const basisPoints of [0, 10_001, -10_001, 2.5])
      expect(await draft(world, { basisPoints })).toMatchObject({ error: { code: 'percent-invalid' } });
    expect(await world.shop.priceRules.save('unknown', ownerId, 'now')).toMatchObject({
      error: { code: 'question-expired' },
    });
  });

  test('take the place of the one before; its history stays, and ending the new one does not bring it back', async () => {
    const world = await openWorld(place.database);
    await save(world, { basisPoints: 100 });
    const second = await save(world, { basisPoints: 200 });
    await save(world, { basisPoints: 300, operatorId: 2 });
    expect(await priceOf(world)).toBe(98_000);
    expect(await world.shop.priceRules.list()).toMatchObject([{ basisPoints: 300 }, { basisPoints: 200 }]);
    expect(await world.shop.priceRules.end(second.id, buyerId)).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await world.shop.priceRules.end(second.id, ownerId)).toMatchObject({ ok: true });
    expect(await world.shop.priceRules.end(second.id, ownerId)).toMatchObject({
      error: { code: 'price-rule-unknown' },
    });
    expect(await priceOf(world)).toBe(100_000);
    const rows = await place.database.db.selectFrom('price_rules').selectAll().orderBy('id').execute();
    expect(rows.map(({ basis_points, ended_by }) => [basis_points, ended_by])).toEqual([
      [100, ownerId],
      [200, ownerId],
      [300, null],
    ]);
    expect(await trail(world)).toEqual(['end-price', 'price', 'price', 'price']);
  });

  test('of one person leave those of another, and the trail names the person', async () => {
    const world = await openWorld(place.database);
    const { priceRules, audit } = world.shop;
    const of = (targetId: number) => ({ target: 'person', targetId, operatorId: 1, productType: 'topup' }) as const;
    await save(world, { ...of(strangerId), basisPoints: 100 });
    await save(world, { ...of(buyerId), basisPoints: 200 });
    const third = await save(world, { ...of(buyerId), basisPoints: 300 });
    const rulesOf = async (targetId: number) =>
      (await priceRules.list({ target: 'person', targetId })).map(({ basisPoints }) => basisPoints);
    expect([await rulesOf(strangerId), await rulesOf(buyerId)]).toEqual([[100], [300]]);
    await priceRules.end(third.id, ownerId);
    expect([await rulesOf(strangerId), await rulesOf(buyerId)]).toEqual([[100], []]);
    await save(world, { target: 'gateway', basisPoints: 400 });
    expect((await priceRules.list()).map(({ basisPoints }) => basisPoints)).toEqual([100]);
    expect((await audit.list(0, 9)).entries.map(({ action, personId }) => [action, personId])).toEqual([
      ['price', null],
      ['end-price', buyerId],
      ['price', buyerId],
      ['price', buyerId],
      ['price', strangerId],
    ]);
  });

  test('may start tomorrow: until then the old one stands; called off, it goes on to', async () => {
    const world = await openWorld(place.database);
    await save(world, { basisPoints: 100 });
    const tomorrow = await save(world, { basisPoints: 500 }, 'tomorrow');
    expect(tomorrow.startsAt).toBeGreaterThan(world.clock.now());
    expect(await priceOf(world)).toBe(99_000);
    await world.shop.priceRules.end(tomorrow.id, ownerId);
    world.clock.pass(24 * hour);
    expect(await priceOf(world)).toBe(99_000);
    const next = await save(world, { basisPoints: 500 }, 'tomorrow');
    world.clock.pass(24 * hour);
    expect(await priceOf(world)).toBe(95_000);
    // Ended after its start, what it took the place of ends with it.
    await world.shop.priceRules.end(next.id, ownerId);
    expect(await priceOf(world)).toBe(100_000);
  });

  test('are previewed with what sells best, at the old and the new price', async () => {
    const world = await openWorld(place.database);
    const { pricePreview } = world.shop;
    const preview = async (given: Asked) => {
      const made = await draft(world, given);
      return made.ok ? pricePreview.preview(made.value) : [];
    };
    expect(await preview({})).toEqual([]);
    await world.buy();
    await world.buy({ item: hundred });
    await world.buy({ item: hundred });
    await world.purchaseWorker.runOnce();
    await save(world, { basisPoints: 100 });
    expect(await preview({ basisPoints: 1_000 })).toMatchObject([
      { product: { id: rangedTopUpId }, total: 1_100_000, before: 1_089_000, after: 990_000 },
      { product: { id: topUpId }, total: 11_000, before: 10_890, after: 9_900 },
    ]);
    expect(await preview({ operatorId: 3 })).toEqual([]);
    expect(await preview({ target: 'gateway', basisPoints: 300 })).toMatchObject([
      { before: null, after: 1_067_000 },
      { before: null, after: 10_670 },
    ]);
    // A person's own price is compared with what they pay by now.
    expect(await preview({ target: 'person', targetId: buyerId, basisPoints: 500 })).toMatchObject([
      { before: 1_089_000, after: 1_045_000 },
      { before: 10_890, after: 10_450 },
    ]);
    // Nothing today: the last days.
    world.clock.pass(48 * hour);
    expect(await preview({ basisPoints: 1_000 })).toMatchObject([{ total: 1_100_000 }, { total: 11_000 }]);
  });
});
