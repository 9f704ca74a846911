import { describe, expect, test } from 'vitest';
import { type Batch, listDigest, tally } from '#shop/buying/bulk/batch.ts';
import { sectionsOf } from '#shop/buying/bulk/sections.ts';
import { minute } from '#test/support/clock.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { long, sampledDatabases } from '#test/support/length.ts';
import fc from '#test/support/property.ts';
import {
  buyerId,
  emptyTables,
  openWorld,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const grant = ({ shop }: Pick<ShopWorld, 'shop'>, amount: number) =>
  shop.wallet.grant({ key: 'grant', personId: buyerId, amount, actor: 'owner', note: null });
const must = async (answer: ReturnType<ShopWorld['shop']['batches']['own']>): Promise<Batch> => {
  const batch = await answer;
  if (!batch.ok) throw new Error(batch.error.code);
  return batch.value;
};
const fixed = { productId: topUpId, amount: null };
const named = (amount: number) => ({ productId: rangedTopUpId, amount });
const mobileOf = (prefix: string, nth: number) => `98${prefix}${String(1_000_000 + nth)}`;

const byText = (a: string, b: string) => a.localeCompare(b);

let lists = 0;
const draft = ({ shop }: Pick<ShopWorld, 'shop'>, rows: Parameters<ShopWorld['shop']['batches']['draft']>[2]) => {
  lists += 1;
  return shop.batches.draft(`update ${lists}`, buyerId, rows);
};

/** Every order of a list is of one of its rows, or expired; what a row shows is what its order is. */
async function expectRows({ shop, database }: ShopWorld, batch: Batch): Promise<void> {
  const orders = await database.db.selectFrom('orders').selectAll().where('batch_id', '=', batch.id).execute();
  const open = orders.filter(({ state }) => state === 'quoted');
  const shown = batch.rows.flatMap(({ order, item, mobile }) => (order ? [{ ...order, item, mobile }] : []));
  expect(new Set(open.map(({ id }) => id))).toEqual(new Set(shown.map(({ id }) => id)));
  for (const { id, item, mobile, charge } of shown) {
    const order = open.find((one) => one.id === id);
    expect(order).toMatchObject({ mobile, charge, product_id: item?.productId, named_amount: item?.amount });
  }
  const known = await shop.numbers.findAll(
    buyerId,
    batch.rows.map(({ mobile }) => mobile),
  );
  const sections = sectionsOf(batch, known);
  const sum = open.reduce((all, { charge }) => all + (charge ?? 0), 0);
  expect(tally(batch).charge).toBe(sum);
  expect(sections.reduce((all, { charge }) => all + charge, 0)).toBe(sum);
}

describe.each(sampledDatabases())('rows with items of their own on %s', (kind) => {
  const place = useDatabase(kind);

  test('a list is charged the sum of its rows, and buys exactly what it shows', async () => {
    const world = await openWorld(place.database);
    const { shop, market, purchaseWorker } = world;
    const otherTopUp = world.product(({ operatorId, type, maxPrice, simType }) => {
      return operatorId === 2 && type === 'topup' && maxPrice !== null && simType === 'prepaid';
    });
    const data = world.product(({ operatorId, type, onSale, simType }) => {
      return operatorId === 2 && type === 'data' && onSale && simType === 'prepaid';
    });
    const item = fc.oneof(
      fc.constantFrom(fixed, { productId: data.id, amount: null }),
      fc.integer({ min: 10_000, max: 90_000 }).map(named),
      fc.integer({ min: 20_000, max: 90_000 }).map((amount) => ({ productId: otherTopUp.id, amount })),
    );
    const row = fc.record({ prefix: fc.constantFrom('912', '935', '921'), item: fc.option(item) });
    const step = fc.oneof(
      fc.record({ do: fc.constant('choose' as const), item }),
      fc.record({ do: fc.constant('row' as const), nth: fc.nat(9), item }),
      fc.record({ do: fc.constant('out' as const), nth: fc.nat(9) }),
      fc.record({
        do: fc.constant('operator' as const),
        nth: fc.nat(9),
        operator: fc.constantFrom(1 as const, 2 as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.array(step, { maxLength: 5 }),
        async (rows, steps) => {
          await emptyTables(place.database);
          market.sent.length = 0;
          await grant(world, 1_000_000_000);
          const { id } = await draft(
            world,
            rows.map((one, nth) => ({ mobile: mobileOf(one.prefix, nth), problem: null, item: one.item })),
          );
          await must(shop.batches.quote(id, buyerId));
          for (const one of steps) {
            if (one.do === 'choose') await shop.batches.price(id, buyerId, { kind: 'product', ...one.item }, false);
            if (one.do === 'row') await shop.batches.setRow(id, buyerId, one.nth, { item: one.item, problem: null });
            if (one.do === 'out') await shop.batches.setRow(id, buyerId, one.nth, { problem: 'left-out' });
            if (one.do === 'operator') {
              const { mobile } = (await must(shop.batches.own(id, buyerId))).rows[one.nth] ?? {};
              if (mobile !== undefined) await shop.numbers.setOperator(buyerId, mobile, one.operator);
              await shop.batches.quote(id, buyerId);
            }
          }
          const batch = await must(shop.batches.own(id, buyerId));
          await expectRows(world, batch);
          const { charge } = tally(batch);
          const confirmed = await shop.batches.confirm(id, buyerId, null, listDigest(batch));
          expect(confirmed.ok).toBe(charge > 0);
          expect(await shop.wallet.read(buyerId)).toMatchObject({ held: charge });
          await purchaseWorker.runOnce();
          const bought = market.sent.map(({ body }) => new URLSearchParams(body).get('mobile') ?? '').toSorted(byText);
          const wanted = batch.rows.flatMap(({ order, mobile }) => (order ? [mobile] : [])).toSorted(byText);
          expect(bought).toEqual(wanted);
          expect(new Set(market.sent.map(({ key }) => key)).size).toBe(wanted.length);
          expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
        },
      ),
      { numRuns: (long ? 10 : 1) * (kind === 'sqlite' ? 10 : 4) },
    );
  });

  test('changed from several sides during a confirmation, it is confirmed as shown or not at all', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    await grant(world, 10_000_000);
    const rows = [0, 1, 2, 3].map((nth) => ({ mobile: mobileOf('912', nth), problem: null, item: named(50_000) }));
    const { id } = await draft(world, rows);
    await must(shop.batches.quote(id, buyerId));
    const other = await world.another();
    await Promise.all([
      other.shop.batches.setRow(id, buyerId, 0, { item: named(60_000) }),
      shop.batches.setRow(id, buyerId, 1, { item: named(70_000) }),
      other.shop.batches.price(id, buyerId, { kind: 'product', ...named(80_000) }, false),
    ]);
    await expectRows(world, await must(shop.batches.own(id, buyerId)));
    const shown = await must(shop.batches.price(id, buyerId, { kind: 'product', ...named(50_000) }, false));
    const [confirmed] = await Promise.all([
      shop.batches.confirm(id, buyerId, 7, listDigest(shown)),
      other.shop.batches.setRow(id, buyerId, 0, { item: named(60_000) }),
      shop.batches.setRow(id, buyerId, 1, { problem: 'left-out' }),
      other.shop.batches.price(id, buyerId, { kind: 'product', ...fixed }, false),
      other.shop.batches.confirm(id, buyerId, 7, listDigest(shown)),
    ]);
    const batch = await must(shop.batches.own(id, buyerId));
    const isSold = batch.state === 'running';
    if (isSold) expect(listDigest(batch)).toBe(listDigest(shown));
    else expect(confirmed.ok && confirmed.value.state === 'running').toBe(false);
    expect(await shop.wallet.read(buyerId)).toMatchObject({ held: isSold ? 200_000 : 0 });
    if (!isSold) await expectRows(world, batch);
  });

  test('prices of several items are all checked; a moved one is quoted as the gateway has it', async () => {
    const world = await openWorld(place.database);
    const { shop, market } = world;
    await grant(world, 10_000_000);
    const rows = [named(50_000), named(60_000), fixed].map((item, nth) => {
      return { mobile: mobileOf('912', nth), problem: null, item };
    });
    const { id } = await draft(world, rows);
    await must(shop.batches.quote(id, buyerId));
    market.products.set(topUpId, { price: 20_000 });
    expect(await shop.batches.confirm(id, buyerId, 7, null)).toEqual({
      ok: false,
      error: { code: 'price-moved', was: 11_000, now: 22_000 },
    });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ held: 0 });
    // Without a reload of the catalogue.
    const again = await must(shop.batches.quote(id, buyerId, { fresh: true }));
    expect(again.rows.map(({ order }) => order?.charge)).toEqual([50_000, 60_000, 22_000]);
    await expectRows(world, again);
    expect(await shop.batches.confirm(id, buyerId, 7, listDigest(again))).toMatchObject({ ok: true });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ held: 132_000 });
  });
});

describe.each(sampledDatabases())('a write that fails on %s', (kind) => {
  const writes = createFaultyWrites();
  const place = useDatabase(kind, { wrap: writes.wrap });
  const never = Number.POSITIVE_INFINITY;

  test('while rows are changed, whichever it is: all rows change or none, and no other quote is left', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    const rows = ['912', '912', '935'].map((prefix, nth) => {
      return { mobile: mobileOf(prefix, nth), problem: null, item: nth === 1 ? named(50_000) : null };
    });
    const choose = (id: string) => shop.batches.price(id, buyerId, { kind: 'product', ...fixed }, false);
    const begin = async () => {
      writes.breakAfter(never, 'before');
      const { id } = await draft(world, rows);
      return must(shop.batches.quote(id, buyerId));
    };
    const { id: undisturbed } = await begin();
    writes.breakAfter(never, 'before');
    await must(choose(undisturbed));
    const total = writes.seen();
    expect(total).toBeGreaterThan(8);
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < total; at += 1) {
        const before = await begin();
        writes.breakAfter(at, when);
        await choose(before.id).catch(() => null);
        const between = await must(shop.batches.own(before.id, buyerId));
        expect([50_000, 22_000]).toContain(tally(between).charge);
        await expectRows(world, between);
        // The update is repeated.
        writes.breakAfter(never, when);
        const after = await must(choose(before.id));
        expect(tally(after)).toMatchObject({ chosen: 2, charge: 22_000 });
        await expectRows(world, after);
      }
    }
  });
});

describe('a row', () => {
  const place = useDatabase('sqlite');

  test('keeps its quote while others change, and gets a new one when it has expired', async () => {
    const world = await openWorld(place.database);
    const { shop, clock } = world;
    const rows = [0, 1].map((nth) => ({ mobile: mobileOf('912', nth), problem: null, item: named(50_000) }));
    const { id } = await draft(world, rows);
    const ids = (batch: Batch) => batch.rows.map(({ order }) => order?.id);
    const before = ids(await must(shop.batches.quote(id, buyerId)));
    const after = ids(await must(shop.batches.setRow(id, buyerId, 1, { item: named(60_000) })));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    clock.pass(11 * minute);
    const renewed = await must(shop.batches.quote(id, buyerId));
    expect(ids(renewed)[0]).not.toBe(after[0]);
    await expectRows(world, renewed);
  });

  test('of another operator than its item, or whose item is gone, is not sold', async () => {
    const world = await openWorld(place.database);
    const rows = [
      { mobile: mobileOf('935', 0), problem: null, item: fixed },
      { mobile: mobileOf('912', 1), problem: null, item: { productId: 999_999, amount: null } },
      { mobile: mobileOf('912', 2), problem: null, item: named(1) },
    ];
    const { id } = await draft(world, rows);
    const batch = await must(world.shop.batches.quote(id, buyerId));
    expect(batch.rows.map(({ problem }) => problem)).toEqual(['other-operator', 'unavailable', 'unavailable']);
    expect(await world.shop.batches.confirm(id, buyerId, 7, null)).toEqual({
      ok: false,
      error: { code: 'order-not-open' },
    });
  });

  test('that got the same today is left out until it is taken in, also while another item is chosen', async () => {
    const world = await openWorld(place.database);
    const { shop, purchaseWorker } = world;
    await grant(world, 10_000_000);
    const first = await draft(world, [{ mobile: mobileOf('912', 0), problem: null, item: fixed }]);
    await must(shop.batches.quote(first.id, buyerId));
    await shop.batches.confirm(first.id, buyerId, 7, null);
    await purchaseWorker.runOnce();
    const rows = [
      { mobile: mobileOf('912', 0), problem: null, item: fixed },
      { mobile: mobileOf('935', 1), problem: null },
    ];
    const { id } = await draft(world, rows);
    expect((await must(shop.batches.quote(id, buyerId))).rows[0]?.problem).toBe('bought-today');
    await must(shop.batches.price(id, buyerId, { kind: 'product', ...fixed }, true));
    const data = world.product(({ operatorId, type, onSale }) => operatorId === 2 && type === 'data' && onSale);
    const chosen = { kind: 'product', productId: data.id, amount: null } as const;
    const batch = await must(shop.batches.price(id, buyerId, chosen, false));
    expect(batch.rows.map(({ problem, order }) => [problem, order?.state])).toEqual([
      [null, 'quoted'],
      [null, 'quoted'],
    ]);
    expect(await shop.batches.confirm(id, buyerId, 7, listDigest(batch))).toMatchObject({ ok: true });
  });

  test('of someone else, or of a confirmed list, does not change', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    await grant(world, 10_000_000);
    const { id } = await draft(world, [{ mobile: mobileOf('912', 0), problem: null, item: fixed }]);
    await must(shop.batches.quote(id, buyerId));
    expect(await shop.batches.setRow(id, strangerId, 0, { item: named(50_000) })).toEqual({
      ok: false,
      error: { code: 'order-not-yours' },
    });
    await shop.batches.confirm(id, buyerId, 7, null);
    const after = await must(shop.batches.setRow(id, buyerId, 0, { item: named(50_000) }));
    expect(after).toMatchObject({ state: 'running', rows: [{ item: fixed, order: { state: 'confirmed' } }] });
  });
});
