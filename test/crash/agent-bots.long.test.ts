import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { keysOn, topUp } from '#test/support/buyer.ts';
import { databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { booksOf, buyAll, granted, grantIn, makeOwnShops, mobileOf } from '#test/support/own-shops.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld } from '#test/support/world.ts';
import { createRandom } from './random.ts';

const now = { wait: false } as const;

test.each(databaseKinds)(
  'agents’ bots in one process on %s, killed at random, sell each purchase once and agree in all books',
  { timeout: 1_200_000 },
  async (kind) => {
    // Each shop needs connections, and all tests of a run share one server.
    const [count, purchases, kills] = kind === 'sqlite' ? [20, 10, 12] : [6, 6, 6];
    const random = createRandom(inject('seed'));
    const world = await createWorld({
      products: 120,
      database: await makeDatabase(kind),
      start: false,
      config: { agentBots: count },
      pace: { agentBotsMs: 100, leaseMs: 1_000 },
    });
    onTestFinished(() => world.close());
    const shops = await makeOwnShops(world.telegram, world.database.settings, count);
    let process = await world.spawnBot();
    const people = shops.map(({ bot }, nth) => {
      const person = world.telegram.person({ id: 800_000 + nth, first_name: `Customer ${nth}`, language_code: 'en' });
      return { ...person, ...person.with(bot) };
    });
    for (const person of people) {
      await person.type('/start', now);
      await person.sees((shown) => keysOn(shown).length > 0, { timeoutMs: 120_000 });
    }
    await Promise.all(shops.map((shop, nth) => grantIn(shop, 800_000 + nth)));

    let isOver = false;
    const buying = Promise.all(people.map((person, nth) => buyAll(person, nth, purchases))).finally(() => {
      isOver = true;
    });
    for (let killed = 0; killed < kills && !isOver; killed += 1) {
      await pause(1_000 + random.next() * 3_000);
      await process.kill();
      process = await world.spawnBot();
    }
    await buying;
    await process.stop();

    const sales = await world.sales();
    const expected = shops.flatMap((_, nth) => Array.from({ length: purchases }, (__, at) => mobileOf(nth, at)));
    expect(sales).toHaveLength(expected.length);
    expect(new Set(sales.map(({ mobile }) => mobile))).toEqual(new Set(expected));
    const parent = await booksOf(world.database.settings, 'bot');
    const paid = sales.reduce((sum, { price }) => sum + price, 0);
    expect(parent).toEqual({ count: expected.length, total: paid, charge: paid, mismatches: 0 });
    for (const { database } of shops) {
      const total = purchases * topUp.total;
      expect(await booksOf(database, null)).toEqual({ count: purchases, total, charge: total, mismatches: 0 });
    }
    const above = await openDatabase(world.database.settings, { log: quiet });
    const wallets = await above.db.selectFrom('wallets').select(['balance', 'held']).execute();
    await above.close();
    expect(wallets).toEqual(shops.map(() => ({ balance: granted - purchases * topUp.total, held: 0 })));
  },
);
