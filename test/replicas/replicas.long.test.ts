import { expect, inject, onTestFinished, test } from 'vitest';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { openDatabase } from '#storage/database.ts';
import { createChance } from '#test/support/chance.ts';
import { makePostgres } from '#test/support/databases.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { behindPooler, ways } from '#test/support/pooler.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld } from '#test/support/world.ts';
import { startBalancer } from './balancer.ts';
import { createFleet } from './fleet.ts';
import { createShopper, type Shopper, watchChats } from './shopper.ts';

/** The number of chats that buy. */
const crowds = { PostgreSQL: 125, PgBouncer: 40 } as const;
/** Purchases of each chat during the faults; one more follows. */
const rounds = 7;
const runs = ways.map((way) => ({ way, chats: crowds[way], total: crowds[way] * (rounds + 1) }));

test.each(runs)(
  '$chats buyers get all $total purchases once while replicas die and the database restarts: $way',
  {
    timeout: 600_000,
  },
  async ({ way, chats, total }) => {
    const began = performance.now();
    const chance = createChance(inject('seed'));
    const server = await createPostgresServer();
    onTestFinished(() => server.remove());
    const made = { ...(await makePostgres(server.url)), remove: async () => undefined };
    const database = way === 'PgBouncer' ? await behindPooler(made) : made;
    const balancer = await startBalancer(chance);
    const world = await createWorld({
      products: 120,
      start: false,
      database,
      config: { webhook: { url: `${balancer.url}/telegram`, secret: 'a-secret-only-telegram-knows' } },
      // The lease is long enough that a slow replica on a busy machine does not count as dead.
      pace: { everyMs: 100, leaseMs: 15_000, purchaseMs: 1_000, stopMs: 4_000, inbox: { everyMs: 100 } },
      timeoutMs: 120_000,
    });
    onTestFinished(async () => {
      await balancer.close();
      await world.close();
    });
    const fleet = createFleet(world, balancer, chance);
    await Promise.all([fleet.add(), fleet.add(), fleet.add()]);

    const opened = await openDatabase(database.settings, { log: quiet });
    onTestFinished(() => opened.close());
    const wallet = createWallet({ database: opened, now: world.now, isOwner: () => false });
    const seen = watchChats(world, 120_000);
    const shoppers = Array.from({ length: chats }, (_, at): Shopper => {
      const language = at % 2 === 0 ? 'fa' : 'en';
      const person = world.telegram.person({ id: 8_000_001 + at, first_name: `Buyer ${at}`, language_code: language });
      return createShopper(person, language, { chats: seen, chance });
    });
    for (const { person } of shoppers)
      await wallet.grant({
        key: `gift:${person.id}`,
        personId: person.id,
        amount: 1_000_000,
        actor: 'test',
        note: null,
      });

    // Each fault strikes after a number of purchases.
    const faults = ['cut-after', 'rejected', '500', 'slow', '429', 'cut-before', 'html'] as const;
    const troubles = new Map<number, () => Promise<unknown>>();
    const every = 40;
    for (let at = 3, turn = 0; at < chats * rounds; at += every, turn += 1)
      troubles.set(at, () => world.fault('purchase', faults[turn % faults.length] ?? '500', 4, 1_500));
    for (const [turn, share] of [0.1, 0.22, 0.34, 0.6, 0.72, 0.84].entries())
      troubles.set(Math.round(chats * rounds * share) + 1, () => fleet.replace(turn % 3 === 2 ? 'stop' : 'kill'));
    troubles.set(Math.round((chats * rounds) / 2) + 2, async () => {
      await server.crash();
      await server.start();
      // PgBouncer refuses everybody for a while after the server refused it.
      const isBack = () =>
        wallet.read(8_000_001).then(
          () => true,
          () => false,
        );
      await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
    });
    // Troubles come one at a time: a replica that starts without a database ends at once, as it should.
    let underWay: Promise<unknown> = Promise.resolve();
    // A fault that cannot be injected fails the test.
    const broken = Promise.withResolvers<never>();
    let done = 0;
    const mobileOf = (at: number, round: number) =>
      `${round % 5 === 1 ? '98935' : '98912'}${1_000_000 + at * 100 + round}`;

    async function buy(shopper: Shopper, at: number, round: number): Promise<void> {
      await shopper.buy(mobileOf(at, round));
      done += 1;
      const trouble = troubles.get(done);
      if (trouble) underWay = underWay.then(trouble).catch(broken.reject);
    }

    const crowd = Promise.all(
      shoppers.map(async (shopper, at) => {
        await shopper.hello();
        for (let round = 0; round < rounds; round += 1) await buy(shopper, at, round);
      }),
    );
    await Promise.race([crowd, broken.promise]);
    await underWay;
    // Each chat writes and buys once more, so none of them is stuck.
    await Promise.all(
      shoppers.map(async (shopper, at) => {
        await shopper.hello();
        await buy(shopper, at, rounds);
      }),
    );
    await world.telegram.quiet();
    const lateReceipts = async () =>
      (await opened.db.selectFrom('receipt_jobs').select('subject').where('done_at', 'is', null).execute()).length;
    await expect.poll(lateReceipts, { timeout: 60_000 }).toBe(0);
    await world.telegram.quiet();

    const bought = shoppers.flatMap((shopper) => shopper.bought);
    expect(new Set(bought.map(({ mobile }) => mobile)).size).toBe(total);
    // Each wanted item has one confirmed order, and each purchase has an order.
    const confirmed = await opened.db.selectFrom('orders').selectAll().where('confirmed_at', 'is not', null).execute();
    const decided = new Map((await world.purchases()).map((one) => [one.key, one]));
    expect(confirmed).toHaveLength(total);
    expect(new Set(confirmed.map(({ mobile }) => mobile)).size).toBe(total);
    for (const { idempotency_key: key, state, mobile } of confirmed) {
      expect(state).toMatch(/^(delivered|rejected)$/);
      if (state === 'delivered') expect(decided.get(key)).toMatchObject({ mobile, outcome: 'bought' });
      else expect(decided.get(key)?.outcome).not.toBe('bought');
      decided.delete(key);
    }
    expect([...decided.values()]).toEqual([]);
    await expectNothingHalfWritten({ database: opened, shop: { wallet }, sandbox: world });
    // Everyone sees the outcome of every purchase.
    const without = shoppers.flatMap((shopper) =>
      shopper.bought.filter(({ mobile }) => !shopper.hasReceipt(mobile)).map(({ mobile }) => shopper.about(mobile)),
    );
    expect(without).toEqual([]);
    // The bot handled every update once; a person without an answer got an error message.
    const sent = shoppers.reduce((sum, shopper) => sum + shopper.sent.count, 0);
    const updates = await opened.db.selectFrom('inbox').select(['done_at', 'reference']).execute();
    expect(updates).toHaveLength(sent);
    expect(updates.filter(({ done_at }) => done_at === null)).toEqual([]);
    const givenUp = updates.filter(({ reference }) => reference !== null).length;
    const errors = shoppers.reduce((sum, shopper) => sum + shopper.errors(), 0);
    expect(errors).toBeGreaterThanOrEqual(givenUp);
    expect(fleet.exitCodes).toEqual(fleet.exitCodes.map(() => 0));

    const rejected = confirmed.filter(({ state }) => state === 'rejected').length;
    const repeated = shoppers.reduce(
      (sum, one) => sum + one.bought.reduce((n, { mobile }) => n + one.repeated(mobile), 0),
      0,
    );
    const waits = bought.map(({ seconds }) => seconds).sort((a, b) => a - b);
    const wait = (share: number) => waits[Math.ceil(waits.length * share) - 1]?.toFixed(1);
    process.stdout.write(
      `${total} purchases by ${chats} chats on 3 replicas through ${way} in ${Math.round((performance.now() - began) / 1_000)} s: ` +
        `${rejected} refused, ${fleet.lost.killed} replicas killed, ${fleet.lost.stopped} stopped, 1 database crash, ` +
        `${balancer.handed.ok} updates handled and ${balancer.handed.failed} sent again, ${sent} updates, ${givenUp} given up, ${errors} errors read, ` +
        `${repeated} receipts twice; tap to receipt p50 ${wait(0.5)} s, p99 ${wait(0.99)} s, longest ${wait(1)} s\n`,
    );
  },
);
