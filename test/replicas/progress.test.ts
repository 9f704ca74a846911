import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { look } from '../support/agents.ts';
import { choose, greet, says, tap } from '../support/buyer.ts';
import { createWorld } from '../support/world.ts';

test('"Buying…" that lands on the receipt while the database is away does not stay there', async () => {
  const world = await createWorld({ products: 120 });
  onTestFinished(() => world.close());
  const buyer = await greet(world);
  await choose(buyer, '989121234567');
  const progress = world.telegram.faults.hold('editMessageText');
  await tap(buyer, { to: 'confirm' }, { wait: false });
  await progress.arrived;
  // Another process is faster than the one that was tapped in.
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
