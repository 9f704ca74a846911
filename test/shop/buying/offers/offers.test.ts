import { describe, expect, test } from 'vitest';
import { minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { openWorld, subscriber, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('personal offers on %s', (kind) => {
  const place = useDatabase(kind);

  test('come cheapest first, and the shown list stays for ten minutes', async () => {
    const { shop, market, clock } = await openWorld(place.database);
    const asked = await shop.offers.ask(subscriber);
    const amounts = asked.ok ? asked.value.map(({ amount }) => amount) : [];
    expect(amounts.length).toBeGreaterThanOrEqual(4);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    market.offers.set('40100', { amount: 31_000 });
    expect(await shop.offers.listed(subscriber)).toEqual(asked);
    expect(await shop.offers.find(subscriber, '40100', 'DATA')).toMatchObject({ value: { amount: 30_000 } });
    clock.pass(10 * minute);
    expect(await shop.offers.find(subscriber, '40100', 'DATA')).toMatchObject({ value: { amount: 31_000 } });
  });

  test('fetched again, replace the list', async () => {
    const { shop, market } = await openWorld(place.database);
    await shop.offers.ask(subscriber);
    market.offers.set('40100', { amount: 31_000 });
    expect(await shop.offers.findFresh(subscriber, '40100', 'DATA', 3_000)).toMatchObject({
      value: { amount: 31_000 },
    });
    expect(await shop.offers.find(subscriber, '40100', 'DATA')).toMatchObject({ value: { amount: 31_000 } });
    market.offers.set('40100', 'gone');
    expect(await shop.offers.findFresh(subscriber, '40100', 'DATA', 3_000)).toEqual({
      ok: false,
      error: { code: 'offer-gone' },
    });
  });

  test('that are unavailable leave the old list', async () => {
    const { shop, sandbox } = await openWorld(place.database);
    const asked = await shop.offers.ask(subscriber);
    await sandbox.fault('offers', '503');
    expect(await shop.offers.ask(subscriber)).toEqual({ ok: false, error: { code: 'offers-unavailable' } });
    expect(await shop.offers.listed(subscriber)).toEqual(asked);
  });
});
