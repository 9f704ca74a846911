import { expect, inject, onTestFinished, test } from 'vitest';
import { keysOn, topUp } from '#test/support/buyer.ts';
import { createChance } from '#test/support/chance.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { booksOf, buyAll, grantIn, makeOwnShops } from '#test/support/own-shops.ts';
import { behindPooler, ways } from '#test/support/pooler.ts';
import { createWorld } from '#test/support/world.ts';
import { startBalancer } from './balancer.ts';
import { createFleet } from './fleet.ts';

const purchases = 4;

test.each(ways)(
  'three agents’ bots on two replicas sell each purchase once while a replica dies: through %s',
  { timeout: 600_000 },
  async (way) => {
    const chance = createChance(inject('seed'));
    const balancer = await startBalancer(chance);
    const made = await makeDatabase('postgres');
    const world = await createWorld({
      products: 120,
      database: way === 'PgBouncer' ? await behindPooler(made) : made,
      start: false,
      config: { agentBots: 3, webhook: { url: `${balancer.url}/telegram`, secret: 'a-secret-only-telegram-knows' } },
      pace: { agentBotsMs: 100, leaseMs: 2_000 },
    });
    onTestFinished(async () => {
      await balancer.close();
      await world.close();
    });
    const shops = await makeOwnShops(world.telegram, world.database.settings, 3);
    const fleet = createFleet(world, balancer, chance);
    await Promise.all([fleet.add(), fleet.add()]);
    const people = shops.map(({ bot }, nth) => {
      const person = world.telegram.person({ id: 800_000 + nth, first_name: `Customer ${nth}`, language_code: 'en' });
      return { ...person, ...person.with(bot) };
    });
    for (const person of people) {
      await person.type('/start', { wait: false });
      await person.sees((shown) => keysOn(shown).length > 0, { timeoutMs: 120_000 });
    }
    await Promise.all(shops.map((shop, nth) => grantIn(shop, 800_000 + nth)));
    await Promise.all([fleet.replace('kill'), ...people.map((person, nth) => buyAll(person, nth, purchases))]);
    expect(await world.sales()).toHaveLength(shops.length * purchases);
    const total = purchases * topUp.total;
    for (const { database } of shops)
      expect(await booksOf(database, null)).toEqual({ count: purchases, total, charge: total, mismatches: 0 });
    expect(await booksOf(world.database.settings, 'bot')).toMatchObject({ count: shops.length * purchases });
  },
);
