import type { HeldCall, Person } from '@sharj/local-telegram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { choose, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { inStorage } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
const mobile = '989126000001';

/** Longer than a test: an order that waits for a lease to expire is never bought here. */
const pace = { leaseMs: 24 * 3_600_000, stopMs: 200 };

async function open(kind: (typeof databaseKinds)[number] = 'sqlite') {
  const database = await makeDatabase(kind);
  const world = await createWorld({ products: 120, database, config: { payments }, pace });
  onTestFinished(() => world.close());
  return world;
}

async function restart(world: World, held: HeldCall): Promise<void> {
  await world.stopBot();
  held.release();
  await world.startBot();
}

async function getsIt(world: World, buyer: Person): Promise<void> {
  await buyer.sees(says('en', 'state-delivered'));
  expect(await world.sales()).toMatchObject([{ mobile, price: topUp.total }]);
}

describe.each(databaseKinds)('a bot that is stopped while Telegram delays "Buying…", on %s', (kind) => {
  test('leaves the order to the next process, which buys it at once', async () => {
    const world = await open(kind);
    const buyer = await greet(world);
    await choose(buyer, mobile);
    const held = world.telegram.faults.hold('editMessageText');
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await held.arrived;
    await restart(world, held);
    await getsIt(world, buyer);
  });

  test('leaves an order paid by invoice to the next process, which buys it at once', async () => {
    const world = await open(kind);
    const buyer = await greet(world, { wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'pay' });
    const held = world.telegram.faults.hold('sendMessage');
    await buyer.pay({ wait: false });
    await held.arrived;
    await restart(world, held);
    await getsIt(world, buyer);
  });
});

test.each(['editMessageText', 'sendMessage'] as const)(
  'a purchase goes on while Telegram hangs at "Buying…" (%s), and the receipt comes after it',
  async (method) => {
    const world = await open();
    const byInvoice = method === 'sendMessage';
    const buyer = await greet(world, { wallet: byInvoice ? 0 : topUp.total });
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await world.fault('purchase', 'slow', 1, 400);
    if (byInvoice) await tap(buyer, { to: 'pay' });
    const held = world.telegram.faults.hold(method);
    await (byInvoice ? buyer.pay({ wait: false }) : tap(buyer, { to: 'confirm' }, { wait: false }));
    await held.arrived;
    await expect.poll(() => world.sales(), { timeout: 60_000 }).toMatchObject([{ mobile, price: topUp.total }]);
    held.release();
    await getsIt(world, buyer);
    await world.telegram.quiet();
    const underWay = buyer.messages().filter(({ text }) => text.includes(says('en', 'state-confirmed')));
    expect(underWay).toEqual([]);
  },
);

describe('a database that cannot be read when the order is shown', () => {
  const rename = (world: World, from: string, to: string) =>
    inStorage(world, ({ db }) => db.schema.alterTable(from).renameTo(to).execute());

  test('does not delay the purchase', async () => {
    const world = await open();
    const buyer = await greet(world);
    await choose(buyer, mobile);
    await rename(world, 'numbers', 'numbers_away');
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await expect.poll(() => world.sales(), { timeout: 60_000 }).toMatchObject([{ mobile, price: topUp.total }]);
    await rename(world, 'numbers_away', 'numbers');
    await buyer.sees(says('en', 'state-delivered'));
  });

  test('does not delay a purchase that was paid by invoice', async () => {
    const world = await open();
    const buyer = await greet(world, { wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'pay' });
    await rename(world, 'numbers', 'numbers_away');
    await buyer.pay({ wait: false });
    await expect.poll(() => world.sales(), { timeout: 60_000 }).toMatchObject([{ mobile, price: topUp.total }]);
    await rename(world, 'numbers_away', 'numbers');
    await buyer.sees(says('en', 'state-delivered'));
  });
});
