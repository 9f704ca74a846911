import { describe, expect, test } from 'vitest';
import { chargeByPoints } from '#domain/price.ts';
import { promoDiscount } from '#domain/promo.ts';
import { type Batch, tally } from '#shop/buying/bulk/batch.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { makePromo } from '#test/support/promo-codes.ts';
import fc from '#test/support/property.ts';
import {
  buyerId,
  emptyTables,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const first = { productId: rangedTopUpId, amount: 100_000 };
const other = { productId: topUpId, amount: null };
const mobileOf = (nth: number) => `98912${1_110_000 + nth}`;

let lists = 0;
async function listOf(
  { shop }: Pick<ShopWorld, 'shop'>,
  items: readonly { readonly productId: number; readonly amount: number | null }[],
  seller = buyerId,
): Promise<Batch> {
  lists += 1;
  const rows = items.map((item, nth) => ({ mobile: mobileOf(nth), problem: null, item }));
  const { id } = await shop.batches.draft(`list ${lists}`, seller, rows);
  return quoted({ shop }, id, seller);
}
async function quoted({ shop }: Pick<ShopWorld, 'shop'>, id: string, seller = buyerId): Promise<Batch> {
  const batch = await shop.batches.quote(id, seller);
  if (!batch.ok) throw new Error(batch.error.code);
  return batch.value;
}
const fund = ({ shop }: ShopWorld, personId: number) =>
  shop.wallet.grant({ key: `fund ${personId}`, personId, amount: 10_000_000, actor: 'owner', note: null });
const charges = ({ rows }: Batch) => rows.map(({ order }) => order?.charge ?? null);
const used = async ({ shop }: ShopWorld) => (await shop.promoCodes.list()).map((promo) => promo.used);

/** Each use belongs to a confirmed order, and all of them are counted. */
async function expectUsesOfOrders(world: ShopWorld): Promise<void> {
  const { db } = world.database;
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('promo_id', 'is not', null)
    .where('confirmed_at', 'is not', null)
    .where('state', '<>', 'rejected')
    .where('reversed_at', 'is', null)
    .execute();
  const uses = await db.selectFrom('promo_uses').select('order_id as id').execute();
  const sorted = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();
  expect(sorted(uses)).toEqual(sorted(orders));
  expect(await used(world)).toEqual([uses.length]);
  expect(await world.shop.wallet.findLedgerMismatches()).toEqual([]);
}

describe.each(sampledDatabases())('a promo code on a list on %s', (kind) => {
  const place = useDatabase(kind);

  test('is for each row that it fits, from the first on, while it has uses left', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    await makePromo(world, { mostEach: 2 });
    const before = await listOf(world, [first, first, first]);
    expect(charges(before)).toEqual([100_000, 100_000, 100_000]);
    await shop.promoCodes.remember(buyerId, 'NOWRUZ');
    const list = await quoted(world, before.id);
    expect(charges(list)).toEqual([90_000, 90_000, 100_000]);
    expect(list.rows[2]?.order?.id).toBe(before.rows[2]?.order?.id);
    // The use of a row that is left out is for the next one.
    const without = await shop.batches.setRow(list.id, buyerId, 0, { problem: 'left-out' });
    expect(without.ok && charges(without.value)).toEqual([null, 90_000, 90_000]);
    await fund(world, buyerId);
    expect(await shop.batches.confirm(list.id, buyerId, null, null)).toMatchObject({ ok: true });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ held: 180_000 });
    expect(await used(world)).toEqual([2]);
    expect(charges(await listOf(world, [other]))).toEqual([11_000]);
    await expectUsesOfOrders(world);
  });

  test('leaves rows of other products alone; a rejected row gives its use back, for the next try', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    const data = world.product(
      ({ type, operatorId, simType, onSale }) => type === 'data' && operatorId === 1 && simType === 'prepaid' && onSale,
    );
    await makePromo(world, { mostUses: 2, productType: 'topup' });
    await shop.promoCodes.remember(buyerId, 'NOWRUZ');
    const list = await listOf(world, [{ productId: data.id, amount: null }, first, other]);
    expect(list.rows.map(({ order }) => order?.promo?.discount ?? null)).toEqual([null, 10_000, 1_100]);
    await fund(world, buyerId);
    await shop.batches.confirm(list.id, buyerId, null, null);
    expect(await used(world)).toEqual([2]);
    const rejected = list.rows[1]?.order?.id ?? '';
    await place.database.db.updateTable('orders').set({ body: '' }).where('id', '=', rejected).execute();
    await world.purchaseWorker.runOnce();
    expect(await used(world)).toEqual([1]);
    const again = await shop.batches.retry(list.id, buyerId, 'again');
    expect(again.ok && charges(again.value)).toEqual([90_000]);
    // So does one that the owner takes back.
    await shop.reverse(list.rows[2]?.order?.id ?? '', ownerId);
    expect(await used(world)).toEqual([0]);
    const after = await shop.batches.find(list.id);
    expect(after && tally(after)).toMatchObject({ delivered: 1, rejected: 1, reversed: 1 });
    await expectUsesOfOrders(world);
  });

  test('two lists want the last uses at the same moment: one gets them, the other is shown its new price', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostUses: 3 });
    for (const person of [buyerId, strangerId]) {
      await fund(world, person);
      await world.shop.promoCodes.remember(person, 'NOWRUZ');
    }
    const [mine, theirs] = [await listOf(world, [first, first]), await listOf(world, [first, first], strangerId)];
    expect([charges(mine), charges(theirs)]).toEqual([
      [90_000, 90_000],
      [90_000, 90_000],
    ]);
    const second = await world.another();
    const answers = await Promise.all([
      world.shop.batches.confirm(mine.id, buyerId, null, null),
      second.shop.batches.confirm(theirs.id, strangerId, null, null),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'promo-used-up' } });
    expect(await used(world)).toEqual([2]);
    const [loser, id] = answers[0]?.ok ? [strangerId, theirs.id] : [buyerId, mine.id];
    expect(await world.shop.wallet.read(loser)).toMatchObject({ held: 0 });
    expect(charges(await quoted(world, id, loser))).toEqual([90_000, 100_000]);
    expect(await world.shop.batches.confirm(id, loser, null, null)).toMatchObject({ ok: true });
    expect(await world.shop.wallet.read(loser)).toMatchObject({ held: 190_000 });
    expect(await used(world)).toEqual([3]);
    await expectUsesOfOrders(world);
  });

  test('one person confirms two lists at once with a code for three uses: one of them has it', async () => {
    const world = await openWorld(place.database);
    await makePromo(world, { mostEach: 3 });
    await fund(world, buyerId);
    await world.shop.promoCodes.remember(buyerId, 'NOWRUZ');
    const two = [await listOf(world, [first, first]), await listOf(world, [other, other])] as const;
    const second = await world.another();
    const answers = await Promise.all([
      world.shop.batches.confirm(two[0].id, buyerId, null, null),
      second.shop.batches.confirm(two[1].id, buyerId, null, null),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)).toSorted()).toEqual(['ok', 'promo-used-up']);
    expect(await used(world)).toEqual([2]);
    await expectUsesOfOrders(world);
  });
});

describe('a list with any rule, any code and any rows', () => {
  const place = useDatabase('sqlite');
  const value = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), points: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 300_000 }) }),
  );
  const limit = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null });
  const amounts = fc.array(fc.integer({ min: 10_000, max: 200_000 }), { minLength: 1, maxLength: 6 });

  test('is charged the sum of its rows, each rounded on its own, and no code goes beyond its limits', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          value,
          mostUses: limit,
          mostEach: limit,
          points: fc.integer({ min: -3_000, max: 3_000 }),
          amounts,
        }),
        async ({ points, amounts: given, ...terms }) => {
          await emptyTables(place.database);
          await addRule(place.database, { target: 'customer', basis_points: points });
          await makePromo(world, terms);
          await shop.promoCodes.remember(buyerId, 'NOWRUZ');
          await fund(world, buyerId);
          const list = await listOf(
            world,
            given.map((amount) => ({ productId: rangedTopUpId, amount })),
          );
          const most = Math.min(terms.mostUses ?? given.length, terms.mostEach ?? given.length, given.length);
          const expected = given.map((amount, nth) => {
            const charge = chargeByPoints(amount, points);
            return nth < most ? charge - promoDiscount(charge, terms.value) : charge;
          });
          expect(charges(list)).toEqual(expected);
          const sum = expected.reduce((all, charge) => all + charge, 0);
          expect(tally(list)).toMatchObject({ charge: sum, total: given.reduce((all, amount) => all + amount, 0) });
          expect(await shop.batches.confirm(list.id, buyerId, null, null)).toMatchObject({ ok: true });
          expect(await shop.wallet.read(buyerId)).toMatchObject({ held: sum });
          expect(await used(world)).toEqual([most]);
        },
      ),
      { numRuns: 20 },
    );
  });
});
