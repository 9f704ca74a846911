import { describe, expect, test } from 'vitest';
import { hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { buyerId, openWorld, rangedTopUpId, strangerId, topUpId, useDatabase } from '#test/support/shop.ts';

const mobile = '989121234567';
const ranged = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;

describe.each(databaseKinds)('repeat sales on %s', (kind) => {
  const place = useDatabase(kind);

  test('for a number: delivered items, each once, the latest first', async () => {
    const { shop, buy, clock, purchaseWorker } = await openWorld(place.database);
    for (const asked of [
      { mobile, item: ranged(20_000) },
      { mobile },
      { mobile, item: ranged(20_000) },
      { mobile, item: ranged(50_000), buyer: strangerId },
      { mobile: '989121234568', item: ranged(90_000) },
    ]) {
      clock.pass(minute);
      await buy(asked);
    }
    await purchaseWorker.runOnce();
    clock.pass(minute);
    // In progress: the outcome is unknown.
    await buy({ mobile, item: ranged(70_000) });
    const last = async (limit: number) =>
      (await shop.orders.lastFor(buyerId, mobile, 1, limit)).map(({ total }) => total);
    expect([await last(5), await last(1)]).toEqual([[20_000, 11_000], [20_000]]);
    expect(await shop.orders.lastFor(buyerId, '989129999999', 1, 5)).toEqual([]);
    expect(await shop.orders.lastFor(buyerId, mobile, 2, 5)).toEqual([]);
  });

  test('for any number: items sold within a month, each once, the latest first', async () => {
    const { shop, buy, clock, purchaseWorker } = await openWorld(place.database);
    const sell = async (asked: Parameters<typeof buy>[0]) => {
      clock.pass(minute);
      await buy({ mobile, ...asked });
      await purchaseWorker.runOnce();
    };
    await sell({ item: ranged(30_000) });
    clock.pass(31 * 24 * hour);
    await sell({});
    await sell({ item: ranged(20_000) });
    await sell({});
    await sell({ item: ranged(60_000), buyer: strangerId });
    expect(await shop.reports.recentSales(buyerId, 5)).toMatchObject([
      { productId: topUpId, amount: null, operatorId: 1, simType: 'prepaid' },
      { productId: rangedTopUpId, amount: 20_000 },
    ]);
    expect(await shop.reports.recentSales(buyerId, 1)).toHaveLength(1);
  });
});
