import { describe, expect, test } from 'vitest';
import { createKeyValue } from '#storage/key-value.ts';
import { minute, second } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { newNumber, openWorld, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the expiry worker on %s', (kind) => {
  const place = useDatabase(kind);

  test('expires unconfirmed quotes and deletes expired small state', async () => {
    const world = await openWorld(place.database);
    const [left, confirmed] = [await world.quote({ mobile: newNumber() }), await world.buy()];
    await createKeyValue(place.database, 'offers', world.clock.now).set('old', 1, second);
    world.clock.pass(10 * minute - 1);
    expect(await world.expiryWorker.runOnce()).toBe(0);
    const young = await world.quote({ mobile: newNumber() });
    world.clock.pass(1);
    expect(await world.expiryWorker.runOnce()).toBe(1);
    expect(await world.stands(left)).toMatchObject({ state: 'expired' });
    expect(await world.stands(young)).toMatchObject({ state: 'quoted' });
    expect(await world.stands(confirmed)).toMatchObject({ state: 'confirmed' });
    expect(await world.shop.orders.events(left.id)).toMatchObject([
      {},
      { actor: 'sweeper', from: 'quoted', to: 'expired' },
    ]);
    const keys = await place.database.db
      .selectFrom('key_values')
      .select('key')
      .where('key', 'like', 'offers:%')
      .execute();
    expect(keys).toEqual([]);
  });

  test('two of them expire each quote once', async () => {
    const world = await openWorld(place.database);
    const other = await world.another();
    const orders = [
      await world.quote({ mobile: newNumber() }),
      await world.quote({ mobile: newNumber() }),
      await world.quote({ mobile: newNumber() }),
    ];
    world.clock.pass(10 * minute);
    await Promise.all([world.expiryWorker.runOnce(), other.expiryWorker.runOnce()]);
    for (const order of orders) expect(await world.shop.orders.events(order.id)).toHaveLength(2);
  });
});
