import { describe, expect, test } from 'vitest';
import { dayMs, dayOf } from '#domain/calendar.ts';
import type { Product } from '#domain/product.ts';
import { createBestSellers } from '#shop/running/reports/best-sellers.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

const start = Date.parse('2026-11-15T12:00Z');
const kind = { operatorId: 2, simType: 'prepaid', type: 'data' } as const;

const product = (id: number, changes: Partial<Product> = {}): Product => ({
  ...{ id, name: `#${id}`, nameEn: null, description: '', ...kind, price: 1_000, maxPrice: null, days: 30 },
  ...{ profileId: null, onSale: true, order: id, categories: [] },
  ...changes,
});

describe.each(databaseKinds)('best sellers on %s', (databaseKind) => {
  const place = useDatabase(databaseKind);

  async function sell(id: number, count: number, { at = start, seller = 0 } = {}): Promise<void> {
    const sums = { base: 1, vat: 0, total: 1, discount: 0, known: 0, cost: 0, profit: 0, title: null, title_en: null };
    const row = { seller_id: seller, part: 'product', part_id: id, day: dayOf(at), count, ...sums } as const;
    await place.database.db.insertInto('daily_sales').values(row).execute();
  }

  function shopWith(products: readonly Product[]) {
    const byId = new Map(products.map((one) => [one.id, one]));
    const clock = { at: start };
    const catalogue = { product: (id: number) => byId.get(id) ?? null };
    const best = createBestSellers({ database: place.database, catalogue, log: quiet, now: () => clock.at });
    const ids = async () => (await best.bestFor(kind)).map(({ id }) => id);
    return { clock, ids };
  }

  test('none without sales', async () => {
    expect(await shopWith([product(1)]).ids()).toEqual([]);
  });

  test('five of this kind of number that are on sale, by the shop’s sales of thirty days', async () => {
    const { ids } = shopWith([
      ...[1, 2, 3, 4, 5, 6, 7].map((id) => product(id)),
      product(8, { simType: 'postpaid' }),
      product(9, { operatorId: 1 }),
      product(10, { type: 'tdlte' }),
      product(11, { onSale: false }),
      product(13),
    ]);
    for (const id of [8, 9, 10, 11, 12]) await sell(id, 1_000);
    for (const id of [1, 2, 3, 4, 5, 6]) await sell(id, id * 10);
    // Days add up; what is older, and what one seller sold, do not count.
    await sell(1, 100, { at: start - dayMs });
    await sell(7, 1_000, { at: start - 31 * dayMs });
    await sell(2, 5_000, { seller: 7 });
    // All of it was taken back.
    await sell(13, 0);
    expect(await ids()).toEqual([1, 6, 5, 4, 3]);
  });

  test('are read again after a while, without a wait', async () => {
    const { clock, ids } = shopWith([product(1), product(2)]);
    await sell(1, 5);
    expect(await ids()).toEqual([1]);
    await sell(2, 10);
    expect(await ids()).toEqual([1]);
    clock.at += 11 * 60_000;
    await ids();
    await expect.poll(ids).toEqual([2, 1]);
  });
});
