import { expect, onTestFinished, test } from 'vitest';
import { forge, greet, says, tap } from '#test/support/buyer.ts';
import { startChangingGateway } from '#test/support/changing-gateway.ts';
import { second } from '#test/support/clock.ts';
import { databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { between } from '#test/support/listening.ts';
import { createWorld, gatewayAt, ownerId } from '#test/support/world.ts';

interface Counts {
  /** The beginning and end of a transaction count. */
  readonly statements: number;
  /** The commits of transactions; a single statement commits itself. */
  readonly commits: number;
}

/** [SQLite, PostgreSQL]. A step that needs more needs a reason. */
const expected: Readonly<Record<string, readonly [statements: readonly [number, number], commits: number]>> = {
  start: [[5, 4], 0],
  number: [[6, 5], 0],
  shelf: [[4, 3], 0],
  product: [[10, 10], 1],
  confirm: [[15, 14], 1],
  'first receipt': [[4, 4], 0],
  settle: [[11, 11], 1],
  receipt: [[4, 4], 0],
  orders: [[14, 13], 1],
  // Hiding bought items takes as many statements as showing them.
  'start of a buyer': [[5, 4], 0],
  'number of a buyer': [[6, 5], 0],
  wallet: [[9, 8], 0],
  desk: [[14, 13], 0],
};

const journey = ['start', 'number', 'shelf', 'product', 'confirm', 'first receipt', 'settle', 'receipt'];

const never = 3_600_000;
const isClaim = (sql: string) => sql.includes('with "due"');
const changes = (sql: string, table: string) => new RegExp(`^update ("public"\\.)?"${table}"`).test(sql);
const isReceipt = (sql: string) =>
  (isClaim(sql) && changes(sql, 'receipt_jobs')) ||
  sql.includes('"order_messages"."message_id" as "messageId"') ||
  changes(sql, 'order_messages') ||
  (changes(sql, 'receipt_jobs') && sql.includes('set "lease_until" = 0'));

test.each(databaseKinds)('a press needs only these statements on %s', async (kind) => {
  let heard: string[] = [];
  const gateway = await startChangingGateway();
  onTestFinished(() => gateway.close());
  const world = await createWorld({
    products: 120,
    database: await makeDatabase(kind),
    config: { gateway: gatewayAt(gateway.url) },
    start: false,
    isClockStopped: true,
    pace: {
      everyMs: never,
      idleMs: never,
      sweepMs: never,
      inbox: { everyMs: never, idleMs: never, leaseMs: never },
      database: {
        wrap: (dialect) =>
          between(dialect, async ({ sql }, execute) => {
            // The clock decides when a worker looks and finds nothing, not the press.
            const isLook = sql.startsWith('select min(case when lease_until');
            if (!isClaim(sql) && !isLook) heard.push(sql);
            const result = await execute();
            if (isClaim(sql) && result.rows.length > 0) heard.push(sql);
            return result;
          }),
      },
    },
  });
  onTestFinished(() => world.close());
  gateway.stand(world.sandbox.url);
  await world.startBot();
  const buyer = await greet(world);
  const owner = await greet(world, { id: ownerId });
  const column = kind === 'sqlite' ? 0 : 1;
  const counts: Record<string, Counts> = {};
  const limit = (step: string): number => expected[step]?.[0][column] ?? 0;

  /** Keeps the lowest count. */
  function note(step: string, statements: readonly string[]): void {
    if (statements.length >= (counts[step]?.statements ?? never)) return;
    counts[step] = { statements: statements.length, commits: statements.filter((sql) => sql === 'commit').length };
  }

  /** The best of several tries: on a busy machine an update may wait for the next look. */
  async function best(
    steps: readonly string[],
    attempt: () => Promise<void>,
    prepare?: () => Promise<unknown>,
  ): Promise<void> {
    for (let left = 6; left > 0; left -= 1) {
      await prepare?.();
      // What is kept for a second is read again.
      world.pass(2 * second);
      await world.telegram.quiet();
      heard = [];
      await attempt();
      if (steps.every((step) => (counts[step]?.statements ?? never) <= limit(step))) return;
    }
  }

  const count = (step: string, work: () => Promise<unknown>, prepare?: () => Promise<unknown>) => {
    const attempt = async () => {
      await work();
      await world.telegram.quiet();
      note(step, heard);
    };
    return best([step], attempt, prepare);
  };

  const choose = (mobile: string) => forge(buyer, { to: 'product', id: 37, mobile });
  const product = () => choose('989121234567');
  /** Each quote is for another number: a newer quote of the same sale retires the older one, which takes more. */
  let others = 0;
  const another = () => {
    others += 1;
    return choose(`98912123000${others}`);
  };

  /** The gateway waits until the first receipt is shown, so that each part is counted separately. */
  async function buy(): Promise<void> {
    const answer = gateway.hold();
    await tap(buyer, { to: 'confirm' });
    await expect.poll(() => heard.filter(isReceipt).length).toBeGreaterThanOrEqual(limit('first receipt'));
    await world.telegram.quiet();
    const isPurchase = (sql: string) => isClaim(sql) && !isReceipt(sql);
    note('first receipt', heard.filter(isReceipt));
    note(
      'confirm',
      heard.filter((sql) => !isReceipt(sql) && !isPurchase(sql)),
    );
    heard = heard.filter(isPurchase);
    const since = buyer.mark();
    answer();
    await buyer.sees(says('en', 'state-delivered'), { since });
    await world.telegram.quiet();
    note('receipt', heard.filter(isReceipt));
    note(
      'settle',
      heard.filter((sql) => !isReceipt(sql)),
    );
  }

  await count('start', () => buyer.type('/start'));
  const number = () => buyer.type('09121234567');
  await count('number', number);
  // Best sellers are read once in ten minutes.
  await tap(buyer, { to: 'shelf' });
  await count('shelf', () => tap(buyer, { to: 'shelf' }), number);
  await count('product', another);
  await best(['confirm', 'first receipt', 'settle', 'receipt'], buy, product);
  await count('orders', () => forge(buyer, { to: 'orders', page: 1 }));
  await count('start of a buyer', () => buyer.type('/start'));
  await count('number of a buyer', number);
  await count('wallet', () => forge(buyer, { to: 'wallet' }));
  await count('desk', () => forge(owner, { to: 'menu' }));

  const wanted = Object.entries(expected).map(([step, [statements, commits]]) => [
    step,
    { statements: statements[column], commits },
  ]);
  expect(counts).toEqual(Object.fromEntries(wanted));
  const whole = (part: keyof Counts) => journey.reduce((sum, step) => sum + (counts[step]?.[part] ?? 0), 0);
  expect({ statements: whole('statements'), commits: whole('commits') }).toEqual({
    statements: [59, 55][column],
    commits: 3,
  });
});
