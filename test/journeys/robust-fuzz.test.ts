import type { Update } from '@grammyjs/types';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { decode } from '#test/support/actions.ts';
import { greet, says } from '#test/support/buyer.ts';
import { createChance } from '#test/support/chance.ts';
import { createHostile } from '#test/support/hostile.ts';
import { long } from '#test/support/length.ts';
import { secretsIn } from '#test/support/secrets.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld, type World } from '#test/support/world.ts';

const updates = long ? 10_000 : 500;
/** Between these updates people look at their screens and press what is there. */
const atOnce = 100;

/** Buyer and order of every purchase at the gateway. */
async function bought(world: World): Promise<string[]> {
  const opened = await openDatabase(world.database.settings, { log: quiet });
  const orders = await opened.db.selectFrom('orders').select(['id', 'buyer_id', 'webservice_code']).execute();
  await opened.close();
  const byCode = new Map(orders.map(({ id, buyer_id, webservice_code }) => [webservice_code, `${buyer_id} ${id}`]));
  return (await world.sales()).map(({ webservice_code }) => byCode.get(webservice_code) ?? 'an order that is not ours');
}

test(`${updates} hostile updates reveal no bug, buy nothing unconfirmed and leave the bot running`, {
  timeout: 900_000,
}, async () => {
  const world = await createWorld({ products: 120, timeoutMs: 90_000, pace: { purchaseMs: 20_000 } });
  onTestFinished(() => world.close());
  const people = [];
  for (let at = 0; at < 12; at += 1)
    people.push(await greet(world, { language: at % 2 === 0 ? 'fa' : 'en', wallet: 500_000 }));
  const hostile = createHostile(createChance(inject('seed')), people);

  const { bot } = world.telegram;
  const confirmed = new Set<string>();
  const started = performance.now();
  for (let sent = 0; sent < updates; sent += atOnce) {
    hostile.look();
    for (let one = 0; one < atOnce; one += 1) {
      const content = hostile.next() as Partial<Update>;
      const { callback_query: press } = content;
      const meant = press?.data === undefined ? null : decode(press.data);
      if (press && meant?.to === 'confirm') confirmed.add(`${press.from.id} ${meant.order}`);
      bot.nextUpdateId += 1;
      // The test delivers them directly, because Telegram would filter kinds that were not requested.
      world.telegram.redeliver({ ...content, update_id: bot.nextUpdateId - 1 });
    }
    await world.telegram.quiet();
  }
  const seconds = (performance.now() - started) / 1_000;

  const purchases = await bought(world);
  process.stdout.write(`fuzz: ${updates} updates in ${seconds.toFixed(1)} s, ${purchases.length} purchases\n`);
  // The log has the charge id of a payment without an order.
  expect(world.errors().filter(({ msg }) => msg !== 'a payment fits no invoice of ours')).toEqual([]);
  expect(new Set(purchases).size).toBe(purchases.length);
  expect(purchases.filter((purchase) => !confirmed.has(purchase))).toEqual([]);
  if (long) expect(purchases.length).toBeGreaterThan(0);
  expect(await secretsIn(world)).toEqual([]);
  const someone = await greet(world);
  expect(someone.last().text).toContain(says('en', 'home-title'));
});
