import { describe, expect, test } from 'vitest';
import { moveOrder } from '#shop/buying/orders/transition.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openWorld, useDatabase } from '#test/support/shop.ts';

/** What a worker has read may have changed when it writes: the write itself asks again. */
describe.each(sampledDatabases())('a quote that a worker found expired on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWorld(place.database);
    const { id, expiresAt } = await world.quote();
    const set = (values: { expires_at?: number; paying_until?: number }) =>
      world.database.db.updateTable('orders').set(values).where('id', '=', id).execute();
    const move = { id, from: 'quoted', to: 'expired', actor: 'sweeper', why: 'late', now: expiresAt } as const;
    const expire = (only: { expiredAt?: number; notPayingAt?: number }) =>
      world.database.transaction((tx) => moveOrder(tx, { ...move, ...only }));
    return { ...world, id, expiresAt, set, expire };
  }

  test('ends, once, with an event', async () => {
    const { expire, expiresAt, shop, id } = await open();
    const at = { expiredAt: expiresAt, notPayingAt: expiresAt };
    expect(await expire(at)).toMatchObject({ state: 'expired', ended_at: expiresAt });
    expect(await expire(at)).toBeNull();
    expect((await shop.orders.events(id)).map(({ to }) => to)).toEqual(['quoted', 'expired']);
  });

  test('stays, if it stands for longer by now', async () => {
    const { expire, expiresAt, set, shop, id } = await open();
    await set({ expires_at: expiresAt + 1 });
    expect(await expire({ expiredAt: expiresAt })).toBeNull();
    expect(await shop.orders.events(id)).toHaveLength(1);
  });

  test('stays, if it is being paid for by now', async () => {
    const { expire, expiresAt, set } = await open();
    await set({ paying_until: expiresAt + 1 });
    expect(await expire({ expiredAt: expiresAt, notPayingAt: expiresAt })).toBeNull();
    expect(await expire({ notPayingAt: expiresAt + 1 })).not.toBeNull();
  });

  test('is never moved against the life of an order', async () => {
    const { database, id } = await open();
    const move = { id, from: 'quoted', to: 'delivered', actor: 'x', why: 'x', now: 1 } as const;
    await expect(database.transaction((tx) => moveOrder(tx, move))).rejects.toThrow(/never goes from quoted/);
  });
});
