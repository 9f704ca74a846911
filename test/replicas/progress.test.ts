import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { HeldCall } from '../../src/playground/telegram/faults.ts';
import type { Person } from '../../src/playground/telegram/people/people.ts';
import { look } from '../support/agents.ts';
import { choose, greet, says, tap } from '../support/buyer.ts';
import { createWorld, type World } from '../support/world.ts';

/** They confirm, and Telegram keeps "Buying…" until it is told to show it. */
async function confirmSlowly({ telegram }: World, buyer: Person): Promise<HeldCall> {
  const progress = telegram.faults.hold('editMessageText');
  await tap(buyer, { to: 'confirm' }, { wait: false });
  await progress.arrived;
  return progress;
}

test('nothing is bought before its buyer sees that it is under way', async () => {
  const world = await createWorld({ products: 120, pace: { progressMs: 60_000, leaseMs: 60_000 } });
  onTestFinished(() => world.close());
  const buyer = await greet(world);
  const other = await greet(world, { id: 8_000_002 });
  await choose(buyer, '989121234567');
  await choose(other, '989127654321');
  const progress = await confirmSlowly(world, buyer);
  // Everyone else goes on.
  await tap(other, { to: 'confirm' }, { wait: false });
  await other.sees(says('en', 'state-delivered'));
  expect((await world.sales()).map(({ mobile }) => mobile)).toEqual(['989127654321']);
  progress.release();
  await buyer.sees(says('en', 'state-delivered'));
  expect(await world.sales()).toHaveLength(2);
});

test('a Telegram that hangs at "Buying…" is not waited for, and when it lands on the receipt it does not stay', async () => {
  const world = await createWorld({ products: 120, pace: { progressMs: 100, leaseMs: 60_000 } });
  onTestFinished(() => world.close());
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const progress = await confirmSlowly(world, buyer);
  await buyer.sees(says('en', 'state-delivered'));
  progress.release();
  await buyer.sees(says('en', 'state-confirmed'));
  await buyer.sees(says('en', 'state-delivered'));
  await world.telegram.quiet();
  expect(await world.sales()).toHaveLength(1);
});

test('"Buying…" that cannot be shown keeps nobody from what they bought', async () => {
  const world = await createWorld({ products: 120, pace: { progressMs: 60_000, leaseMs: 60_000 } });
  onTestFinished(() => world.close());
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  await buyer.block();
  await tap(buyer, { to: 'confirm' }, { wait: false });
  // Long before the lease is over.
  await expect.poll(async () => (await world.sales()).length, { timeout: 10_000 }).toBe(1);
});

test('"Buying…" that lands on the receipt while the database is away does not stay there', async () => {
  const world = await createWorld({ products: 120, pace: { leaseMs: 300 } });
  onTestFinished(() => world.close());
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const progress = await confirmSlowly(world, buyer);
  // It takes so long that another one buys.
  await buyer.sees(says('en', 'state-delivered'));
  await look(world, ({ db }) => sql`alter table orders rename to away`.execute(db));
  progress.release();
  await buyer.sees(says('en', 'state-confirmed'));
  const noticed = () => world.errors().some(({ msg }) => /could not look for work|could not be handled/.test(msg));
  await expect.poll(noticed, { timeout: 10_000 }).toBe(true);
  await look(world, ({ db }) => sql`alter table away rename to orders`.execute(db));
  await buyer.sees(says('en', 'state-delivered'));
  await world.telegram.quiet();
  expect(world.telegram.pending()).toEqual([]);
  expect(await world.sales()).toHaveLength(1);
  // Nobody was told of an error, because there was none for them.
  expect(world.errors().filter(({ msg }) => msg.includes('could not be handled'))).toEqual([]);
});

test('"Buying…" that lands on the receipt after the death of its process does not stay there', async () => {
  const world = await createWorld({ products: 120, start: false, pace: { leaseMs: 1_500, purchaseMs: 5_000 } });
  onTestFinished(() => world.close());
  const first = await world.spawnBot();
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  await world.fault('purchase', 'slow', 1, 1_000);
  await tap(buyer, { to: 'confirm' }, { wait: false });
  await buyer.sees(says('en', 'state-confirmed'));
  // They look how it stands, and the answer is slow: the receipt is there before it.
  const refreshed = world.telegram.faults.hold('editMessageText');
  await tap(buyer, { to: 'order' }, { wait: false });
  await refreshed.arrived;
  await buyer.sees(says('en', 'state-delivered'));
  await first.kill();
  refreshed.release();
  await buyer.sees(says('en', 'state-confirmed'));
  await world.spawnBot();
  await buyer.sees(says('en', 'state-delivered'));
  expect(await world.sales()).toHaveLength(1);
});
