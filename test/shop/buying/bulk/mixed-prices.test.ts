import { describe, expect, test } from 'vitest';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, openWorld, topUpId, useDatabase } from '#test/support/shop.ts';

/**
 * Rows keep their quotes while others are priced again, so rows of one item may have different totals. The check before the
 * confirmation asks about one of them only: the last. The others are confirmed, held and sent at a price that is over.
 */
describe.each(sampledDatabases())('a list with two prices of one item on %s', (kind) => {
  const place = useDatabase(kind);

  /** A list with a quote for its rows; then the gateway's price falls, and the catalogue learns of it with its next load. */
  async function open(second: 'left-out' | null) {
    const world = await openWorld(place.database);
    const { shop } = world;
    const item = { productId: topUpId, amount: null };
    const { id } = await shop.batches.draft('list', buyerId, [
      { mobile: '989121110001', problem: null, item },
      { mobile: '989121110002', problem: second, item },
    ]);
    await shop.batches.quote(id, buyerId);
    await shop.wallet.grant({ key: 'g', personId: buyerId, amount: 1_000_000, actor: 'owner', note: null });
    world.market.products.set(topUpId, { price: 8_000 });
    await shop.catalogue.refresh();
    return { ...world, id };
  }

  test('is not confirmed while one of its rows has an old price', async () => {
    const world = await open('left-out');
    const { shop, id } = world;
    // The seller takes the other row in.
    const taken = await shop.batches.setRow(id, buyerId, 1, { problem: null });
    if (!taken.ok) throw new Error(taken.error.code);
    expect(taken.value.rows.map(({ order }) => order?.total)).toEqual([11_000, 8_800]);
    expect(await shop.batches.confirm(id, buyerId, null, null)).toMatchObject({ error: { code: 'price-moved' } });
    await settleAll(world);
    expect(world.market.sent).toEqual([]);
  });

  test('nor while one of its rows is for what the gateway had under that id before, at the same price', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    const item = { productId: topUpId, amount: null };
    const { id } = await shop.batches.draft('list', buyerId, [
      { mobile: '989121110001', problem: null, item },
      { mobile: '989121110002', problem: 'left-out', item },
    ]);
    await shop.batches.quote(id, buyerId);
    await shop.wallet.grant({ key: 'g', personId: buyerId, amount: 1_000_000, actor: 'owner', note: null });
    world.market.products.set(topUpId, { days: 3 });
    await shop.catalogue.refresh();
    const taken = await shop.batches.setRow(id, buyerId, 1, { problem: null });
    if (!taken.ok) throw new Error(taken.error.code);
    expect(new Set(taken.value.rows.map(({ order }) => order?.days)).size).toBe(2);
    expect(await shop.batches.confirm(id, buyerId, null, null)).toMatchObject({ error: { code: 'product-changed' } });
    await settleAll(world);
    expect(world.market.sent).toEqual([]);
  });

  test('nor with both rows at the old price', async () => {
    const { shop, id } = await open(null);
    expect(await shop.batches.confirm(id, buyerId, null, null)).toMatchObject({ error: { code: 'price-moved' } });
  });
});
