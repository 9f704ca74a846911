import { describe, expect, onTestFinished, test } from 'vitest';
import type { HeldCall } from '../../src/playground/telegram/faults.ts';
import type { Person } from '../../src/playground/telegram/people/people.ts';
import { choose, forge, greet, says, tap, topUp } from '../support/buyer.ts';
import { databaseKinds, makeDatabase } from '../support/databases.ts';
import { inStorage } from '../support/story.ts';
import { createWorld, type World } from '../support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
const mobile = '989126000001';

/** Nobody could wait for the end of a lease here: what is left to one is never bought. */
const pace = { leaseMs: 24 * 3_600_000, stopMs: 200 };

async function open(kind: (typeof databaseKinds)[number] = 'sqlite', progressMs = 60_000) {
  const database = await makeDatabase(kind);
  const world = await createWorld({ products: 120, database, config: { payments }, pace: { ...pace, progressMs } });
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

describe.each(databaseKinds)('a bot that is stopped while Telegram keeps "Buying…" waiting, on %s', (kind) => {
  test('leaves the order to the next one, which buys it at once', async () => {
    const world = await open(kind);
    const buyer = await greet(world);
    await choose(buyer, mobile);
    const held = world.telegram.faults.hold('editMessageText');
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await held.arrived;
    await restart(world, held);
    await getsIt(world, buyer);
  });

  test('leaves one that was paid by invoice as well', async () => {
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

test('a Telegram that hangs when an invoice was paid does not keep the purchase waiting', async () => {
  const world = await open('sqlite', 100);
  const buyer = await greet(world, { wallet: 0 });
  await forge(buyer, { to: 'product', id: topUp.id, mobile });
  await tap(buyer, { to: 'pay' });
  const held = world.telegram.faults.hold('sendMessage');
  await buyer.pay({ wait: false });
  await held.arrived;
  await getsIt(world, buyer);
  held.release();
  await world.telegram.quiet();
  expect(buyer.last().text).toContain(says('en', 'state-delivered'));
});

describe('a database that cannot be read just after it took an order', () => {
  const rename = (world: World, from: string, to: string) =>
    inStorage(world, ({ db }) => db.schema.alterTable(from).renameTo(to).execute());

  test('does not keep it from being bought at once', async () => {
    const world = await open();
    const buyer = await greet(world);
    await choose(buyer, mobile);
    await rename(world, 'numbers', 'numbers_away');
    await tap(buyer, { to: 'confirm' });
    expect(buyer.last().text).toMatch(/Reference/);
    await expect.poll(() => world.sales(), { timeout: 10_000 }).toMatchObject([{ mobile, price: topUp.total }]);
    await rename(world, 'numbers_away', 'numbers');
    await buyer.sees(says('en', 'state-delivered'));
  });

  test('nor one that was paid by invoice', async () => {
    const world = await open();
    const buyer = await greet(world, { wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'pay' });
    await rename(world, 'numbers', 'numbers_away');
    await buyer.pay({ wait: false });
    await expect.poll(() => world.sales(), { timeout: 10_000 }).toMatchObject([{ mobile, price: topUp.total }]);
    await rename(world, 'numbers_away', 'numbers');
    await buyer.sees(says('en', 'state-delivered'));
  });
});
