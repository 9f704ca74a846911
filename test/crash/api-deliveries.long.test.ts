import { expect, onTestFinished, test } from 'vitest';
import { addTestDelivery } from '#shop/base/outbox/api-deliveries.ts';
import { look } from '#test/support/agents.ts';
import { type DatabaseKind, databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { openHookReceiver } from '#test/support/hook-receiver.ts';
import { createWorld } from '#test/support/world.ts';

const agentId = 7_000_001;
const secret = 'canary-hook-secret';

/** A shop with something to tell an address, without its bot. */
async function prepare(kind: DatabaseKind, url: string) {
  const world = await createWorld({
    config: { api: true },
    database: await makeDatabase(kind),
    pace: { leaseMs: 1_000 },
    start: false,
  });
  onTestFinished(() => world.close());
  await look(world, (database) =>
    database.transaction(async (tx) => {
      const access = { allowed_at: 1, daily_limit: null, hook_url: url, hook_secret: secret };
      await tx
        .insertInto('api_access')
        .values({ ...access, person_id: agentId })
        .execute();
      await addTestDelivery(tx, { id: 'test:one', personId: agentId, at: world.now() });
    }),
  );
  return world;
}

test.each(databaseKinds)(
  'on %s an agent gets the same delivery again, with its id, after the process died with the answer',
  { timeout: 120_000 },
  async (kind) => {
    const receiver = await openHookReceiver(() => undefined);
    const world = await prepare(kind, receiver.url);
    const first = await world.spawnBot();
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(0);
    await first.kill();
    const before = receiver.received.length;
    receiver.answers((_, response) => response.writeHead(200).end());
    const second = await world.spawnBot();
    const rows = () => look(world, ({ db }) => db.selectFrom('api_deliveries').select('done_how').execute());
    await expect.poll(rows, { timeout: 60_000 }).toEqual([{ done_how: 'delivered' }]);
    await second.stop();
    expect(receiver.received.length).toBeGreaterThan(before);
    const told = receiver.received.map(({ headers, body }) => `${headers['sharj-delivery']} ${body}`);
    expect(new Set(told).size).toBe(1);
    expect(world.logged.filter((line) => line.includes(secret) || line.includes(receiver.url))).toEqual([]);
    expect(world.logged.some((line) => line.includes('delivery handled'))).toBe(true);
  },
);

test('an address that never answers does not use up the time to stop', async () => {
  const receiver = await openHookReceiver(() => undefined);
  const world = await prepare('sqlite', receiver.url);
  await world.startBot();
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await world.stopBot();
  expect(world.logged.filter((line) => line.includes('stop timed out'))).toEqual([]);
  const rows = await look(world, ({ db }) => db.selectFrom('api_deliveries').selectAll().execute());
  expect(rows).toMatchObject([{ done_at: null, lease_until: 0 }]);
});
