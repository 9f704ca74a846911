import { describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, openWorld, strangerId, subscriber, useDatabase } from '#test/support/shop.ts';

const other = '989351234568';

describe.each(sampledDatabases())('my orders by state on %s', (kind) => {
  const place = useDatabase(kind);

  test('by state, days and number, alone and together', async () => {
    const world = await openWorld(place.database);
    const { shop, buy, clock, purchaseWorker, sandbox } = world;
    const first = dayOf(clock.now());
    const ids: Record<string, string> = {};
    const add = async (name: string, asked: Parameters<typeof buy>[0] = {}) => {
      clock.pass(minute);
      ids[name] = (await buy(asked)).id;
    };
    await add('delivered');
    await add('delivered to another', { mobile: other });
    await add('a stranger’s', { buyer: strangerId });
    await settleAll(world);
    await add('rejected');
    await place.database.db
      .updateTable('orders')
      .set({ body: '' })
      .where('id', '=', ids.rejected as string)
      .execute();
    await settleAll(world);
    clock.pass(24 * hour);
    await add('delivered next day');
    await settleAll(world);
    await sandbox.fault('purchase', 'cut-before');
    await add('unsure', { mobile: other });
    await purchaseWorker.runOnce();
    await add('confirmed');

    const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
    const all = { state: 'all', days: null, mobile: null } as const;
    const found = async (filter: Partial<Parameters<typeof shop.orders.ofBuyer>[2]>) => {
      const at = (page: number) => shop.orders.ofBuyer(buyerId, page, { ...all, ...filter });
      const { pages } = await at(0);
      const every = await Promise.all(Array.from({ length: pages }, (_, page) => at(page)));
      return every.flatMap(({ orders }) => orders.map(({ id }) => names[id]));
    };
    const today = { from: first + 1, to: first + 1 };
    expect(await found({})).toEqual([
      'confirmed',
      'unsure',
      'delivered next day',
      'rejected',
      'delivered to another',
      'delivered',
    ]);
    expect(await found({ state: 'open' })).toEqual(['confirmed', 'unsure']);
    expect(await found({ state: 'delivered' })).toEqual(['delivered next day', 'delivered to another', 'delivered']);
    expect(await found({ state: 'rejected' })).toEqual(['rejected']);
    expect(await found({ days: today })).toEqual(['confirmed', 'unsure', 'delivered next day']);
    expect(await found({ days: today, state: 'delivered' })).toEqual(['delivered next day']);
    expect(await found({ days: today, state: 'rejected' })).toEqual([]);
    expect(await found({ mobile: other })).toEqual(['unsure', 'delivered to another']);
    expect(await found({ mobile: other, state: 'open', days: today })).toEqual(['unsure']);
    expect(await found({ mobile: subscriber, state: 'rejected' })).toEqual(['rejected']);
    const theirs = await shop.orders.ofBuyer(strangerId, 0, { ...all, mobile: other });
    expect(theirs).toEqual({ orders: [], page: 0, pages: 1 });
  });

  test('pages keep the filter: each order once, even if all were confirmed at one moment', async () => {
    const world = await openWorld(place.database);
    const { shop, buy, sandbox } = world;
    for (let at = 0; at < 19; at += 1) await buy({ mobile: at % 2 === 0 ? subscriber : other });
    await settleAll(world);
    await sandbox.fault('purchase', 'cut-before');
    for (let at = 0; at < 9; at += 1) await buy();
    for (const [filter, expected] of [
      [{ state: 'delivered', days: null, mobile: null }, [5, 5, 5, 4]],
      [{ state: 'open', days: null, mobile: null }, [5, 4]],
      [{ state: 'all', days: null, mobile: null }, [5, 5, 5, 5, 5, 3]],
      [{ state: 'all', days: null, mobile: subscriber }, [5, 5, 5, 4]],
    ] as const) {
      const pages = await Promise.all(expected.map((_, page) => shop.orders.ofBuyer(buyerId, page, filter)));
      expect(pages.map(({ orders }) => orders.length)).toEqual(expected);
      expect(pages.every((page) => page.pages === expected.length)).toBe(true);
      const ids = pages.flatMap(({ orders }) => orders.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(await shop.orders.ofBuyer(buyerId, 99, filter)).toEqual(pages.at(-1));
    }
  });

  test('pages over many days omit and repeat none', async () => {
    const world = await openWorld(place.database);
    const ids: string[] = [];
    for (let at = 0; at < 21; at += 1) {
      world.clock.pass((at % 5) * 9 * hour + minute);
      const { id } = await world.buy();
      ids.unshift(id);
      // Every third one is rejected, and the latest is in progress.
      if (at % 3 === 1) await place.database.db.updateTable('orders').set({ body: '' }).where('id', '=', id).execute();
      if (at < 20) await settleAll(world);
    }
    const all = async (state: 'all' | 'delivered' | 'rejected') => {
      const filter = { state, days: null, mobile: null };
      const { pages } = await world.shop.orders.ofBuyer(buyerId, 0, filter);
      const found = await Promise.all(
        Array.from({ length: pages }, (_, page) => world.shop.orders.ofBuyer(buyerId, page, filter)),
      );
      return found.flatMap(({ orders }) => orders.map(({ id }) => ids.indexOf(id)));
    };
    const every = ids.map((_, at) => at);
    expect(await all('all')).toEqual(every);
    expect(await all('rejected')).toEqual(every.filter((at) => (20 - at) % 3 === 1));
    expect(await all('delivered')).toEqual(every.filter((at) => at > 0 && (20 - at) % 3 !== 1));
  });
});
