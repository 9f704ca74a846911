import { describe, expect, test } from 'vitest';
import { promoDiscount, readPromoCode } from '#domain/promo.ts';
import type { OrderedItem } from '#shop/buying/orders/order.ts';
import type { NewPromoCode } from '#shop/pricing/prices/promo-codes.ts';
import { hour, minute } from '#test/support/clock.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { makePromo } from '#test/support/promo-codes.ts';
import { withoutLimits } from '#test/support/promo-terms.ts';
import fc from '#test/support/property.ts';
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

const item = { kind: 'product', productId: rangedTopUpId, amount: 100_000 } as const;

test('a code takes off no more than there is to pay, and no rial is lost', () => {
  const value = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), points: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), amount: fc.nat({ max: 10_000_000 }) }),
  );
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), value, (charge, given) => {
      const discount = promoDiscount(charge, given);
      expect(Number.isSafeInteger(discount)).toBe(true);
      expect(discount).toBeGreaterThanOrEqual(0);
      expect(charge - discount).toBeGreaterThanOrEqual(0);
      if (discount > 0) expect((charge - discount) % 10).toBe(0);
      if (given.kind === 'amount' && given.amount <= charge) expect(Math.abs(discount - given.amount)).toBeLessThan(6);
    }),
  );
});

test('a code is read as it is typed', () => {
  expect(['nowruz', ' NowRuz ', 'نوروز', 'ab', 'A B', 'off۵۰'].map(readPromoCode)).toEqual([
    'NOWRUZ',
    'NOWRUZ',
    null,
    null,
    null,
    'OFF50',
  ]);
});

describe.each(sampledDatabases())('promo codes on %s', (kind) => {
  const place = useDatabase(kind);

  let updates = 0;
  /** Each for another number: a second quote of the same sale retires the first. */
  async function quote({ shop }: ShopWorld, buyer = buyerId, promo = 'nowruz', of: OrderedItem = item) {
    updates += 1;
    const mobile = `98912${String(updates).padStart(7, '0')}`;
    const wanted = { item: of, mobile, simType: 'prepaid' } as const;
    const quoted = await shop.orders.quote({ idempotencySource: `promo ${updates}`, buyerId: buyer, wanted, promo });
    if (!quoted.ok) throw new Error(quoted.error.code);
    return quoted.value;
  }
  const fund = ({ shop }: ShopWorld, personId = buyerId) =>
    shop.wallet.grant({ key: `fund ${personId}`, personId, amount: 1_000_000, actor: 'owner', note: null });
  const confirm = ({ shop }: ShopWorld, orderId: string, by = buyerId) =>
    shop.orders.confirm({ orderId, by, idempotencySource: `tap ${orderId} ${updates}`, messageId: null });
  const used = async ({ shop }: ShopWorld) => (await shop.promoCodes.list()).map((promo) => promo.used);

  test('are taken off what the buyer would pay; the gateway is sent the total', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 1_000 });
    await addRule(place.database, { target: 'gateway', basis_points: 500 });
    const { id } = await makePromo(world);
    const order = await quote(world);
    expect(order).toMatchObject({
      ...{ total: 100_000, charge: 81_000, cost: 95_000, profit: -14_000 },
      promo: { code: 'NOWRUZ', discount: 9_000 },
    });
    expect(await used(world)).toEqual([0]);
    await fund(world);
    expect(await confirm(world, order.id)).toMatchObject({ ok: true });
    await world.purchaseWorker.runOnce();
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 919_000, held: 0 });
    expect(await world.sandbox.purchases()).toMatchObject([{ price: 100_000 }]);
    expect(await used(world)).toEqual([1]);
    expect(await world.shop.promoCodes.report(id)).toEqual({ people: 1, discount: 9_000, charged: 81_000 });
    await expectNothingHalfWritten(world);
  });

  test('two people want the last use at the same moment: one gets it, the other the price without it', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostUses: 1 });
    const [one, other] = [await quote(world), await quote(world, strangerId)];
    await fund(world);
    await fund(world, strangerId);
    const second = await world.another();
    const answers = await Promise.all([confirm(world, one.id), confirm(second, other.id, strangerId)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      error: { failure: { code: 'promo-used-up' }, again: { charge: 100_000, promo: null } },
    });
    expect(await used(world)).toEqual([1]);
    expect((await quote(world)).promo).toBeNull();
    await expectNothingHalfWritten(world);
  });

  test('one person taps two orders with a code for one use: one of them has it', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostEach: 1 });
    const [one, other] = [await quote(world), await quote(world)];
    await fund(world);
    const second = await world.another();
    const answers = await Promise.all([confirm(world, one.id), confirm(second, other.id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await used(world)).toEqual([1]);
    expect((await quote(world, strangerId)).promo).not.toBeNull();
    await expectNothingHalfWritten(world);
  });

  test('a purchase that is refused gives its use back; a quote that expires never had one', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostUses: 1 });
    await fund(world);
    const late = await quote(world);
    const order = await quote(world);
    await confirm(world, order.id);
    expect(await used(world)).toEqual([1]);
    await place.database.db.updateTable('orders').set({ body: '' }).where('id', '=', order.id).execute();
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'rejected' });
    expect(await used(world)).toEqual([0]);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 1_000_000, held: 0 });
    // Quoted again after its time, the code comes along.
    world.clock.pass(11 * minute);
    expect(await confirm(world, late.id)).toMatchObject({
      error: { failure: { code: 'quote-expired' }, again: { charge: 90_000, promo: { code: 'NOWRUZ' } } },
    });
    expect(await used(world)).toEqual([0]);
  });

  test('when the gateway’s price moves, the code comes along, and the prices without it are told', async () => {
    const world = await openWorld(place.database);
    await makePromo(world);
    await fund(world);
    const order = await quote(world, buyerId, 'nowruz', { kind: 'product', productId: topUpId, amount: null });
    expect(order.charge).toBe(9_900);
    world.market.products.set(topUpId, { price: 20_000 });
    expect(await confirm(world, order.id)).toMatchObject({
      error: {
        failure: { code: 'price-moved', was: 11_000, now: 22_000 },
        again: { charge: 19_800, promo: { code: 'NOWRUZ', discount: 2_200 } },
      },
    });
  });

  test('a payment for an order whose code was used up meanwhile stays in the wallet', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostUses: 1 });
    const [first, paid] = [await quote(world), await quote(world, strangerId)];
    await fund(world);
    await confirm(world, first.id);
    const charge = { chargeId: 'charge', payload: paid.id, by: strangerId, amount: paid.charge };
    expect(await world.shop.payments.invoices.paid(charge)).toMatchObject({ kind: 'kept' });
    expect(await world.shop.wallet.read(strangerId)).toMatchObject({ balance: 90_000, held: 0 });
    expect(await used(world)).toEqual([1]);
  });

  test('that the owner was asked about are made once, however often that is answered, and only by the one who was asked', async () => {
    const world = await openWorld(place.database);
    const { promoCodes } = world.shop;
    const anyone = { target: null, targetId: null, operatorId: null, productType: null, mostUses: 5, mostEach: 1 };
    const terms = { ...anyone, code: 'GIFT', value: { kind: 'percent', points: 10_000 }, endsAt: 1e15 } as const;
    const draft = await promoCodes.draft('update', ownerId, terms);
    if (!draft.ok) throw new Error(draft.error.code);
    expect(await promoCodes.draft('update', ownerId, terms)).toEqual(draft);
    expect(await promoCodes.list()).toEqual([]);
    expect(await promoCodes.draft('other', buyerId, terms)).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await promoCodes.createDrafted(draft.value.id, buyerId)).toMatchObject({ error: { code: 'not-allowed' } });
    const second = await world.another();
    const made = await Promise.all([
      promoCodes.createDrafted(draft.value.id, ownerId),
      second.shop.promoCodes.createDrafted(draft.value.id, ownerId),
    ]);
    expect(made).toMatchObject([{ value: terms }, { value: terms }]);
    expect(await used(world)).toEqual([0]);
    expect((await world.shop.audit.list(0, 9)).entries.map(({ action }) => action)).toEqual(['promo']);
    // The same code on other terms, or again when it has ended, is taken.
    expect(await promoCodes.draft('next', ownerId, { ...terms, mostUses: 6 })).toMatchObject({
      error: { code: 'promo-taken' },
    });
    await promoCodes.end(ownerId, made[0]?.ok ? made[0].value.id : 0);
    expect(await promoCodes.createDrafted(draft.value.id, ownerId)).toMatchObject({ error: { code: 'promo-taken' } });
    world.clock.pass(hour);
    expect(await promoCodes.createDrafted(draft.value.id, ownerId)).toMatchObject({
      error: { code: 'question-expired' },
    });
  });

  test('fit by person, operator, type, time and count, and say why not', async () => {
    const world = await openWorld(place.database);
    const what = { operatorId: 1, productType: 'topup' } as const;
    const why = async (code: string, by = buyerId, of: typeof what | { operatorId: 2; productType: 'data' } = what) => {
      const answer = await world.shop.promoCodes.findUsable(code, by, of);
      return answer.ok ? 'fits' : answer.error.code;
    };
    await makePromo(world, { code: 'AGENTS', target: 'agent' });
    await makePromo(world, {
      code: 'TOPUP',
      operatorId: 1,
      productType: 'topup',
      value: { kind: 'amount', amount: 5_000 },
    });
    const ends = await makePromo(world, { code: 'SOON', endsAt: world.clock.now() + hour });
    await makePromo(world, { code: 'YOURS', target: 'person', targetId: strangerId });
    expect(await why('yours')).toBe('promo-unfit');
    expect(await why('yours', strangerId)).toBe('fits');
    expect(await why('agents')).toBe('promo-unfit');
    expect(await why('topup')).toBe('fits');
    expect(await why('topup', buyerId, { operatorId: 2, productType: 'data' })).toBe('promo-unfit');
    expect(await why('nothing')).toBe('promo-unknown');
    expect(await why('soon')).toBe('fits');
    world.clock.pass(hour);
    expect(await why('soon')).toBe('promo-unknown');
    expect((await quote(world, buyerId, 'topup')).charge).toBe(95_000);
    expect(await world.shop.promoCodes.end(buyerId, ends.id)).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await world.shop.promoCodes.end(ownerId, ends.id)).toMatchObject({ ok: true });
    expect(await world.shop.promoCodes.create(ownerId, { ...ends, code: 'TOPUP' })).toMatchObject({
      error: { code: 'promo-taken' },
    });
    expect(await world.shop.promoCodes.create(buyerId, { ...ends, code: 'OTHER' })).toMatchObject({
      error: { code: 'not-allowed' },
    });
    const audited = (await world.shop.audit.list(0, 9)).entries.map(({ action }) => action);
    expect(audited).toEqual(['end-promo', 'promo', 'promo', 'promo', 'promo']);
  });

  test('take something off and no more than there is, and are spelled as they are read', async () => {
    const world = await openWorld(place.database);
    const { promoCodes } = world.shop;
    const terms = { ...withoutLimits, code: 'NOWRUZ', value: { kind: 'percent', points: 1_000 } } as const;
    const wrong: Partial<NewPromoCode>[] = [
      ...[0, -1, 10_001, 2.5].map((points) => ({ value: { kind: 'percent', points } }) as const),
      ...[0, -10, 0.5].map((amount) => ({ value: { kind: 'amount', amount } }) as const),
      ...['nowruz', 'AB', 'NOW RUZ', 'نوروز'].map((code) => ({ code })),
    ];
    for (const one of wrong)
      expect(await promoCodes.create(ownerId, { ...terms, ...one })).toMatchObject({
        error: { code: 'promo-invalid' },
      });
    expect(await promoCodes.isAny()).toBe(false);
    for (const [at, value] of [
      { kind: 'percent', points: 1 } as const,
      { kind: 'percent', points: 10_000 } as const,
      { kind: 'amount', amount: 1 } as const,
    ].entries())
      expect(await promoCodes.create(ownerId, { ...terms, code: `CODE${at}`, value })).toMatchObject({ ok: true });
    expect(await promoCodes.isAny()).toBe(true);
  });

  test('that were ended are gone, and the trail names them once', async () => {
    const world = await openWorld(place.database);
    const { promoCodes, audit } = world.shop;
    const { id } = await makePromo(world);
    expect(await promoCodes.find(id)).toMatchObject({ code: 'NOWRUZ' });
    await Promise.all([promoCodes.end(ownerId, id), promoCodes.end(ownerId, id)]);
    expect(await promoCodes.find(id)).toBeNull();
    expect(await promoCodes.isAny()).toBe(false);
    for (const gone of [id, id + 1])
      expect(await promoCodes.end(ownerId, gone)).toMatchObject({ error: { code: 'promo-unknown' } });
    const details = { promo: id, note: 'NOWRUZ' };
    expect((await audit.list(0, 9)).entries).toMatchObject([
      { action: 'end-promo', details },
      { action: 'promo', details },
    ]);
  });

  test('of a start link are for the rows of a list that they fit, as often as this person may still use them', async () => {
    const world = await openWorld(place.database);
    const { promoCodes } = world.shop;
    const fitting = { operatorId: 1, productType: 'topup' } as const;
    const rowsOf = async (by: number, count = 3) => {
      const forRow = await promoCodes.forRows(by);
      return Array.from({ length: count }, () => forRow(fitting)?.code ?? null);
    };
    await makePromo(world, { operatorId: 1, mostUses: 9, mostEach: 3 });
    await fund(world);
    await confirm(world, (await quote(world)).id);
    expect(await rowsOf(buyerId)).toEqual([null, null, null]);
    await promoCodes.remember(buyerId, 'nowruz');
    await promoCodes.remember(strangerId, 'nowruz');
    expect(await rowsOf(buyerId)).toEqual(['NOWRUZ', 'NOWRUZ', null]);
    expect(await rowsOf(strangerId, 4)).toEqual(['NOWRUZ', 'NOWRUZ', 'NOWRUZ', null]);
    const forRow = await promoCodes.forRows(buyerId);
    expect(forRow({ operatorId: 2, productType: 'topup' })).toBeNull();
    expect([forRow(fitting), forRow(fitting)]).not.toContain(null);
    await makePromo(world, { code: 'AGENTS', target: 'agent' });
    await promoCodes.remember(strangerId, 'agents');
    expect(await rowsOf(strangerId, 1)).toEqual([null]);
    await promoCodes.forget(buyerId);
    expect(await rowsOf(buyerId, 1)).toEqual([null]);
  });

  test('for one use each are used up for who has used them, and for nobody else', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostUses: 5, mostEach: 1 });
    await fund(world);
    await confirm(world, (await quote(world)).id);
    const what = { operatorId: 1, productType: 'topup' } as const;
    expect(await world.shop.promoCodes.findUsable('nowruz', buyerId, what)).toEqual({
      ok: false,
      error: { code: 'promo-used-up' },
    });
    expect(await world.shop.promoCodes.findUsable('nowruz', strangerId, what)).toMatchObject({ ok: true });
  });
});
