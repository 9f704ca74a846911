import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bank, createBank } from '@sharj/sandbox';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import type { Database } from '#storage/database.ts';
import { hour } from '#test/support/clock.ts';
import {
  type DatabaseKind,
  databaseKinds,
  makeDatabase,
  makeEmptyDatabase,
  makePostgres,
  makeSqlite,
  type TestDatabase,
} from '#test/support/databases.ts';
import type { DoubtLife, DoubtStory } from './doubt-process.ts';
import type { Kill } from './kill-steps.ts';
import { killEverywhere, useLives } from './lives.ts';

const { live, soldUnder } = useLives<DoubtLife>(new URL('./doubt-process.ts', import.meta.url));
let bank: Bank;
beforeAll(async () => {
  bank = await createBank({ database: ':memory:', host: '127.0.0.1', port: 0 });
});
afterAll(() => bank.close());

const merchantId = '0d9b0ab2-5a4c-4f5e-9a44-3b6f4d7c1e21';

async function read(db: Database['db']) {
  const orders = await db.selectFrom('orders').selectAll().execute();
  return {
    orders: await Promise.all(
      orders.map(async (order) => ({ ...order, sold: await soldUnder(order.idempotency_key) })),
    ),
    wallets: await db.selectFrom('wallets').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    credits: await db.selectFrom('ledger').selectAll().where('kind', '=', 'payment').execute(),
  };
}

type Evidence = Awaited<ReturnType<typeof tell>>;

const tell = (kind: DatabaseKind, story: DoubtStory, kill: Kill | null, make?: () => Promise<TestDatabase>) =>
  live(kind, { story, kill, merchantId, bankUrl: bank.url }, read, make);

const told = ({ notes }: Evidence, id: string) => notes.flatMap((one) => (one.told === id ? [one.state] : []));

/** A buyer must never read that a sold purchase failed, and an owner must hear of every sale after a refund. */
function wrongAnswers(story: DoubtStory, evidence: Evidence): string[] {
  const [order] = evidence.orders;
  const wrong: string[] = [];
  if (!order || evidence.orders.length > 1) return [`${evidence.orders.length} orders`];
  const { id, state, sold } = order;
  const states = told(evidence, id);
  const alerts = evidence.notes.flatMap(({ alert }) => alert ?? []);
  const isAlerted = alerts.includes('sold-after-refund');
  const isDead = evidence.end === 'SIGKILL';
  if (evidence.wallets.some(({ held }) => held !== 0)) wrong.push('money is held');
  if (!states.includes(state)) wrong.push(`${state}, but the buyer was told ${states.join()}`);
  if (state === 'delivered' && sold !== 1) wrong.push(`delivered, and sold ${sold} times`);
  if (state === 'delivered' && states.includes('rejected')) wrong.push('the buyer read that it was not bought');
  if (state === 'rejected' && sold > 0 && story === 'late-no') wrong.push('refunded, and sold');
  if (state === 'rejected' && sold > 0 && !isAlerted && !isDead) wrong.push('sold after a refund, and no owner knows');
  if (isAlerted && (state !== 'rejected' || sold !== 1)) wrong.push(`alerted, but ${state} and sold ${sold}`);
  return wrong;
}

/** All three were already sold: each is found under its key, without another sale or refund. */
function wrongAfterRestore(evidence: Evidence): string[] {
  const { orders, payments, credits, notes } = evidence;
  const states = orders.map(({ state, sold }) => `${state} ${sold}`);
  const wrong = states.join() === Array(3).fill('delivered 1').join() ? [] : [states.join()];
  if (payments.map(({ state, bought }) => `${state} ${bought}`).join() !== 'paid 1')
    wrong.push('the payment is not booked');
  if (credits.length !== 1) wrong.push(`credited ${credits.length} times`);
  if (evidence.wallets.some(({ held, balance }) => held !== 0 || balance > 0)) wrong.push('money is left');
  for (const { id, source } of orders) {
    const read = told(evidence, id);
    if (source === null && !read.includes('delivered')) wrong.push(`told ${read.join()}`);
    if (read.includes('rejected')) wrong.push('told that it was not bought');
  }
  const answers = new Set(notes.flatMap(({ api }) => api ?? []));
  if (!['order', 'order,restored'].includes([...answers].toSorted().join()))
    wrong.push(`answered ${[...answers].join()}`);
  return wrong;
}

/** A database that is restored an hour after the archive; each run gets a copy. */
async function restored(kind: DatabaseKind): Promise<() => Promise<TestDatabase>> {
  const folder = await mkdtemp(join(tmpdir(), 'sharj-doubt-'));
  const [made, place] = [await makeDatabase(kind), await makeEmptyDatabase(kind)];
  onTestFinished(async () => {
    await Promise.all([made.remove(), place.remove(), rm(folder, { recursive: true })]);
  });
  const kept = async () => ({ settings: made.settings, remove: async () => undefined });
  const [file, passphrase, now] = [join(folder, 'shop.sharj'), 'a passphrase for tests', Date.now];
  expect(await tell(kind, 'archived', null, kept)).toMatchObject({ end: 0 });
  await writeArchive(made.settings, file, { passphrase, cost: 4, release: '0.0.1', now });
  expect(await tell(kind, 'bought', null, kept)).toMatchObject({ end: 0 });
  await restoreArchive(place.settings, [file], {
    ...{ passphrase, log: createLog('silent') },
    finish: (tx, summary) => finishRestore(tx, summary, { ownerIds: [1], now: now() + hour }),
  });
  const { settings } = place;
  if (settings.kind === 'postgres')
    return () => makePostgres(inject('postgresUrl'), new URL(settings.url).pathname.slice(1));
  return async () => {
    const copy = await makeSqlite();
    await copyFile(settings.file, copy.settings.file);
    return copy;
  };
}

const timeout = 3 * 3_600_000;

test.each(databaseKinds.flatMap((kind) => (['late-no', 'late-yes'] as const).map((story) => [kind, story] as const)))(
  'on %s, %s, killed and frozen at any step: buyer and owner learn what was sold',
  { timeout },
  async (kind, story) => {
    const found = await killEverywhere({
      ...{ database: kind, name: `${kind}, ${story}`, fewestSteps: 16, isFrozenToo: true },
      tell: (kill) => tell(kind, story, kill),
      violations: (evidence) => wrongAnswers(story, evidence),
    });
    expect(found).toEqual([]);
  },
);

test.each(databaseKinds)(
  'on %s, restored, killed and frozen at any step: earlier sales are found under their keys',
  { timeout },
  async (kind) => {
    const make = await restored(kind);
    const found = await killEverywhere({
      ...{ database: kind, name: `${kind}, restored`, fewestSteps: 30, isFrozenToo: true },
      tell: (kill) => tell(kind, 'restored', kill, make),
      violations: wrongAfterRestore,
    });
    expect(found).toEqual([]);
  },
);
