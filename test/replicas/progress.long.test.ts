import type { HeldCall, Person } from '@sharj/local-telegram';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { encode } from '#test/support/actions.ts';
import { look } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, says, tap, topUp, watch } from '#test/support/buyer.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

const buying = says('en', 'state-confirmed');
const delivered = says('en', 'state-delivered');
const home = says('en', 'home-title');

async function open(pace: WorldOptions['pace'] = {}, start = true): Promise<World> {
  const world = await createWorld({ products: 120, start, pace });
  onTestFinished(() => world.close());
  return world;
}

/** The buyer confirms, and Telegram holds the first edit. The gateway is slow enough for the bot to show progress. */
async function confirmSlowly(
  { telegram, fault }: World,
  buyer: Person,
  { data, message } = find(buyer, { to: 'confirm' }),
): Promise<HeldCall> {
  await fault('purchase', 'slow', 1, 300);
  const progress = telegram.faults.hold('editMessageText');
  await buyer.forge(data, { message, wait: false });
  await progress.arrived;
  return progress;
}

const isSold = (world: World) => expect.poll(async () => (await world.sales()).length, { timeout: 60_000 });

test('a purchase does not wait for the screen, and the receipt is written last', async () => {
  const world = await open({ leaseMs: 60_000 });
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const seen = watch(world, buyer);
  const progress = await confirmSlowly(world, buyer);
  await isSold(world).toBe(1);
  progress.release();
  await buyer.sees(delivered);
  await world.telegram.quiet();
  expect(seen.at(-1)).toContain(delivered);
  expect(await world.sales()).toHaveLength(1);
});

test('a chat that Telegram delays does not delay others', async () => {
  const world = await open({ leaseMs: 60_000 });
  const [buyer, other] = [await greet(world), await greet(world)];
  await choose(buyer, '989121234567');
  await choose(other, '989127654321');
  const progress = await confirmSlowly(world, buyer);
  await tap(other, { to: 'confirm' }, { wait: false });
  await other.sees(delivered);
  progress.release();
  await buyer.sees(delivered);
});

test('a buyer who blocked the bot gets what they bought', async () => {
  const world = await open({ leaseMs: 60_000 });
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  await buyer.block();
  await tap(buyer, { to: 'confirm' }, { wait: false });
  await isSold(world).toBe(1);
});

test('an edit that arrives after its lease is replaced by the receipt again', async () => {
  const world = await open({ leaseMs: 300 });
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const progress = await confirmSlowly(world, buyer);
  // Another worker has shown the outcome by now.
  await buyer.sees(delivered);
  const seen = watch(world, buyer);
  progress.release();
  await expect.poll(() => seen.at(-1) ?? '', { timeout: 60_000 }).toContain(delivered);
  await world.telegram.quiet();
  expect(buyer.last().text).toContain(delivered);
  expect(await world.sales()).toHaveLength(1);
});

test('a late edit is replaced by the receipt again after the database was down', async () => {
  const world = await open({ leaseMs: 300 });
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const progress = await confirmSlowly(world, buyer);
  await buyer.sees(delivered);
  // Another worker has finished the job.
  const waiting = () =>
    look(world, ({ db }) => db.selectFrom('receipt_jobs').select('subject').where('done_at', 'is', null).execute());
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
  await look(world, ({ db }) => sql`alter table receipt_jobs rename to away`.execute(db));
  const seen = watch(world, buyer);
  progress.release();
  const noticed = () => world.errors().some(({ msg }) => msg === 'receipt not stored; will retry');
  await expect.poll(noticed, { timeout: 60_000 }).toBe(true);
  await look(world, ({ db }) => sql`alter table away rename to receipt_jobs`.execute(db));
  await expect.poll(() => seen.at(-1) ?? delivered, { timeout: 60_000 }).toContain(delivered);
  await world.telegram.quiet();
  expect(buyer.last().text).toContain(delivered);
});

test('when a process dies while it shows a purchase, the next one shows the receipt', async () => {
  const world = await open({ leaseMs: 1_500 }, false);
  const first = await world.spawnBot();
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const progress = await confirmSlowly(world, buyer);
  await isSold(world).toBe(1);
  await first.kill();
  progress.release();
  await world.spawnBot();
  await buyer.sees(delivered);
  await world.telegram.quiet();
  expect(buyer.messages().filter(({ text }) => text.includes(buying))).toEqual([]);
  expect(await world.sales()).toHaveLength(1);
});

test('a buyer who opened another screen in the message keeps that screen and gets a new receipt', async () => {
  const world = await open({ leaseMs: 60_000, purchaseMs: 2_000 });
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  await world.fault('purchase', 'slow', 1, 60_000);
  await tap(buyer, { to: 'confirm' }, { wait: false });
  const { id } = await buyer.sees(buying);
  await forge(buyer, { to: 'home' }, { message: id, wait: false });
  await buyer.sees((message) => message.id === id && message.text.includes(home));
  // The receipt comes as a new message.
  const receipt = await buyer.sees(delivered);
  expect(receipt.id).not.toBe(id);
  await world.telegram.quiet();
  expect(buyer.messages().find((message) => message.id === id)?.text).toContain(home);
  expect(buyer.messages().filter(({ text }) => text.includes(buying))).toEqual([]);
});

test('a buyer who asks for a screen while their message is being edited gets it as a new message', async () => {
  const world = await open({ leaseMs: 60_000 });
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const { message } = { message: buyer.last().id };
  const progress = await confirmSlowly(world, buyer);
  await forge(buyer, { to: 'home' }, { message, wait: false });
  const other = await buyer.sees(({ id, text }) => id > message && text.includes(home));
  expect(other.id).not.toBe(message);
  progress.release();
  await buyer.sees(delivered);
  await world.telegram.quiet();
  expect(buyer.messages().filter(({ text }) => text.includes(buying))).toEqual([]);
});

test('a process that hangs longer than its lease leaves the next message alone', async () => {
  const world = await open({ leaseMs: 600 });
  const buyer = await greet(world);
  // Telegram gets the question twice and the buyer confirms the first one, so both become the receipt.
  world.telegram.faults.fail('sendMessage', { cut: 'after' });
  await buyer.forge(encode({ to: 'product', id: topUp.id, mobile: '989121234567' }, true), { wait: false });
  const keys = () =>
    buyer
      .messages()
      .flatMap(keysOn)
      .filter(({ press }) => press.to === 'confirm');
  await expect.poll(() => keys().length).toBe(2);
  await world.telegram.quiet();
  const seen = watch(world, buyer);
  const progress = await confirmSlowly(world, buyer, keys()[0]);
  const ends = () => buyer.messages().filter(({ text }) => text.includes(delivered)).length;
  // Another worker has shown the outcome in both by now.
  await expect.poll(ends).toBe(2);
  const before = seen.length;
  progress.release();
  await expect.poll(() => seen.slice(before).at(-1) ?? '').toContain(delivered);
  await expect.poll(ends).toBe(2);
  await world.telegram.quiet();
  // Only the hanging edit may have come through.
  expect(seen.slice(before).filter((text) => text.includes(buying)).length).toBeLessThan(2);
});
