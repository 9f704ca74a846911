import { describe, expect, test } from 'vitest';
import type { RuleDraft } from '#shop/pricing/prices/price-rules.ts';
import type { NewPromoCode } from '#shop/pricing/prices/promo-codes.ts';
import { day, hour } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { makePromo } from '#test/support/promo-codes.ts';
import {
  buyerId,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const item = { kind: 'product', productId: rangedTopUpId, amount: 100_000 } as const;
const gold = 7;

describe.each(sampledDatabases())('what sells at a loss on %s', (kind) => {
  const place = useDatabase(kind);
  const rule = (given: Parameters<typeof addRule>[1]) => addRule(place.database, given);

  const ofDraft = ({ shop }: ShopWorld, given: Partial<RuleDraft>) =>
    shop.losses.ofDraft({
      ...{ id: 'draft', by: ownerId, ruleId: null, name: null, basisPoints: 0 },
      ...{ target: 'customer', targetId: null, operatorId: null, productType: null },
      ...given,
    });
  const ofPromo = ({ shop }: ShopWorld, value: NewPromoCode['value'], given: Partial<NewPromoCode> = {}) =>
    shop.losses.ofPromo({
      ...{ code: 'SPRING', value, target: null, targetId: null, operatorId: null, productType: null },
      ...{ mostUses: null, mostEach: null, endsAt: null },
      ...given,
    });
  const percent = (points: number) => ({ kind: 'percent', points }) as const;
  const amount = (rials: number) => ({ kind: 'amount', amount: rials }) as const;
  /** Ids of rules, and codes. */
  const inForce = async ({ shop }: ShopWorld) => {
    const { rules, promos } = await shop.losses.inForce();
    return [...rules, ...promos.map(({ code }) => code)];
  };

  test('a discount within the commission loses nothing; beyond it the loss is shown on what sells best', async () => {
    const world = await openWorld(place.database);
    await world.buy({ item });
    await world.purchaseWorker.runOnce();
    await rule({ target: 'gateway', basis_points: 300 });
    expect(await ofDraft(world, { basisPoints: 300 })).toEqual({ examples: [], isUnknown: false });
    expect(await ofDraft(world, { basisPoints: -300 })).toEqual({ examples: [], isUnknown: false });
    const { examples } = await ofDraft(world, { basisPoints: 500 });
    expect(examples).toMatchObject([
      {
        ...{ product: { id: rangedTopUpId }, total: 1_100_000, charge: 1_045_000, cost: 1_067_000 },
        ...{ loss: { isFree: false, amount: 22_000 }, promoCode: null },
      },
    ]);
    expect((await ofDraft(world, { basisPoints: 10_000 })).examples).toMatchObject([
      { charge: 0, loss: { isFree: true, amount: 1_067_000 } },
    ]);
  });

  test('where nothing was sold the example is from the catalogue; where nothing is in it, an amount', async () => {
    const world = await openWorld(place.database);
    await rule({ target: 'gateway', basis_points: 300 });
    const { examples } = await ofDraft(world, { basisPoints: 500, operatorId: 1, productType: 'data' });
    expect(examples).toMatchObject([{ product: { operatorId: 1, type: 'data', onSale: true } }]);
    expect((await ofDraft(world, { basisPoints: 500, operatorId: 5, productType: 'tdlte' })).examples).toMatchObject([
      { product: null, operatorId: 5, productType: 'tdlte', total: 1_000_000, loss: { amount: 20_000 } },
    ]);
  });

  test('the commission of each operator and type counts; a rule that another one shadows there does not', async () => {
    const world = await openWorld(place.database);
    await rule({ target: 'gateway', basis_points: 600 });
    await rule({ target: 'gateway', basis_points: 300, operator_id: 2 });
    const everywhere = { target: 'agent', basisPoints: 500 } as const;
    expect((await ofDraft(world, everywhere)).examples).toMatchObject([{ operatorId: 2 }]);
    expect((await ofDraft(world, { ...everywhere, operatorId: 1 })).examples).toEqual([]);
    await rule({ target: 'agent', basis_points: 200, operator_id: 2 });
    expect((await ofDraft(world, everywhere)).examples).toEqual([]);
    await rule({ target: 'agent', basis_points: 500 });
    expect(await inForce(world)).toEqual([]);
    // The same for a level, which has no rule of its own for operator 2.
    const level = await rule({ target: 'tier', target_id: gold, basis_points: 500 });
    expect(await inForce(world)).toEqual([level]);
  });

  test('while the commission is not entered, what is below half of the price or for nothing is a loss; the rest is unknown', async () => {
    const world = await openWorld(place.database);
    expect(await ofDraft(world, { basisPoints: -100 })).toEqual({ examples: [], isUnknown: false });
    expect(await ofDraft(world, { basisPoints: 2_000 })).toEqual({ examples: [], isUnknown: true });
    expect((await ofDraft(world, { basisPoints: 5_000, productType: 'topup' })).examples).toMatchObject([
      { cost: null, loss: { isFree: false } },
    ]);
    expect((await ofDraft(world, { basisPoints: 10_000 })).examples).toMatchObject([{ loss: { isFree: true } }]);
    expect(await ofPromo(world, percent(1_000))).toEqual({ examples: [], isUnknown: true });
    expect((await ofPromo(world, percent(10_000))).examples).toMatchObject([{ loss: { isFree: true } }]);
  });

  test('a code of 100 % or of a huge amount sells for nothing, a small amount below cost and the cheapest for nothing', async () => {
    const world = await openWorld(place.database);
    await world.buy({ item });
    await world.purchaseWorker.runOnce();
    await rule({ target: 'gateway', basis_points: 300 });
    for (const value of [percent(10_000), amount(999_999_999)])
      expect((await ofPromo(world, value)).examples).toMatchObject([
        { product: { id: rangedTopUpId }, charge: 0, loss: { isFree: true, amount: 1_067_000 } },
      ]);
    const { examples } = await ofPromo(world, amount(50_000), { productType: 'topup', operatorId: 1 });
    expect(examples).toMatchObject([
      { product: { id: rangedTopUpId }, charge: 1_050_000, loss: { isFree: false, amount: 17_000 } },
      { charge: 0, loss: { isFree: true } },
    ]);
    expect(examples[1]?.total).toBeLessThanOrEqual(50_000);
    expect((await ofPromo(world, percent(300))).examples).toEqual([]);
    expect((await ofPromo(world, percent(301))).examples).toHaveLength(1);
  });

  test('a code on top of a level or of one person’s price counts, whichever is made first', async () => {
    const world = await openWorld(place.database);
    await rule({ target: 'gateway', basis_points: 400 });
    const level = { target: 'tier', target_id: gold, basis_points: 250 } as const;
    const levelId = await rule(level);
    // 97.5 % less a hundredth is 96.5 %, less two hundredths 95.6 %; customers pay 98 %.
    expect((await ofPromo(world, percent(100))).examples).toEqual([]);
    expect((await ofPromo(world, percent(200))).examples).toMatchObject([{ rule: { id: levelId } }]);
    expect((await ofPromo(world, percent(200), { target: 'customer' })).examples).toEqual([]);
    expect((await ofPromo(world, percent(200), { target: 'tier', targetId: gold + 1 })).examples).toEqual([]);
    expect((await ofPromo(world, percent(200), { target: 'agent' })).examples).toHaveLength(1);
    await makePromo(world, { code: 'TWO', value: percent(200), target: 'tier', targetId: gold });
    expect(await inForce(world)).toEqual(['TWO']);
    await place.database.db.updateTable('price_rules').set({ ended_at: 1 }).where('id', '=', levelId).execute();
    expect(await inForce(world)).toEqual([]);
    const draft = { target: 'tier', targetId: gold, basisPoints: 250 } as const;
    expect((await ofDraft(world, draft)).examples).toMatchObject([{ promoCode: 'TWO', loss: { isFree: false } }]);

    // A person of that level with a price of their own, and then without it.
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Reza', language: 'fa' });
    const set = { role: 'agent', tier_id: gold } as const;
    await place.database.db.updateTable('people').set(set).where('id', '=', buyerId).execute();
    await rule({ target: 'person', target_id: buyerId, basis_points: 300 });
    expect(await inForce(world)).toEqual(['TWO']);
    await place.database.db.updateTable('people').set({ tier_id: null }).where('id', '=', buyerId).execute();
    expect(await inForce(world)).toEqual([]);
  });

  test('is listed while it lasts: from before its start to its end, to the last use of a code', async () => {
    const world = await openWorld(place.database);
    const { shop, clock } = world;
    await rule({ target: 'gateway', basis_points: 300 });
    const now = await rule({ target: 'customer', basis_points: 400 });
    const later = await rule({ target: 'agent', basis_points: 400, starts_at: clock.now() + hour });
    await rule({ target: 'tier', target_id: gold, basis_points: 300 });
    await makePromo(world, { code: 'FREE', value: percent(10_000), endsAt: clock.now() + day });
    const once = await makePromo(world, { code: 'ONCE', value: percent(10_000), mostUses: 1 });
    expect(await inForce(world)).toEqual([now, later, 'ONCE', 'FREE']);
    const [standing] = await shop.priceRules.list({ target: 'customer', targetId: null });
    if (!standing) throw new Error('There is no rule.');
    expect((await shop.losses.ofRule(standing)).examples).toHaveLength(1);
    await shop.priceRules.end(now, ownerId);
    await place.database.db.updateTable('promo_codes').set({ used: 1 }).where('id', '=', once.id).execute();
    expect(await inForce(world)).toEqual([later, 'FREE']);
    clock.pass(day);
    expect(await inForce(world)).toEqual([later]);
    // With a better commission nothing loses any more; with a draft of a worse one more does.
    const gateway = { target: 'gateway', targetId: null, operatorId: null, productType: null } as const;
    const worse = { ...gateway, id: 'draft', by: ownerId, ruleId: null, name: null, basisPoints: 200 };
    expect((await shop.losses.inForce(worse)).rules.size).toBe(2);
    await rule({ target: 'gateway', basis_points: 500, starts_at: clock.now() });
    expect(await inForce(world)).toEqual([]);
  });

  test('the loss that is told is the loss that an order has', async () => {
    const world = await openWorld(place.database);
    await rule({ target: 'gateway', basis_points: 333 });
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Reza', language: 'fa' });
    const set = { role: 'agent', tier_id: gold } as const;
    await place.database.db.updateTable('people').set(set).where('id', '=', buyerId).execute();
    await world.buy({ buyer: buyerId + 1 });
    await world.purchaseWorker.runOnce();
    await rule({ target: 'tier', target_id: gold, basis_points: 257 });
    const promo = await makePromo(world, { code: 'SPRING', value: percent(777), target: 'tier', targetId: gold });
    const { examples } = await world.shop.losses.ofPromo(promo);
    expect(examples).toMatchObject([{ product: { id: topUpId } }]);
    const wanted = { item: { kind: 'product', productId: topUpId, amount: null }, mobile: '989121234567' } as const;
    const quoted = await world.shop.orders.quote({
      ...{ idempotencySource: 'spring', buyerId, promo: 'SPRING' },
      wanted: { ...wanted, simType: 'prepaid' },
    });
    expect(quoted).toMatchObject({ ok: true, value: { profit: -(examples[0]?.loss.amount ?? 0) } });
  });
});
