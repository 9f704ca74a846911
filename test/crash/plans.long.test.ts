import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { findLedgerMismatches } from '#shop/wallet/ledger.ts';
import { openDatabase } from '#storage/database.ts';
import { bundled } from '#test/support/bundle.ts';
import { databaseKinds, makeDatabase } from '#test/support/databases.ts';
import type { Kill } from './kill-steps.ts';
import { killEverywhere, live, readNotes } from './lives.ts';
import type { PlanLife, PlanStory } from './plan-process.ts';

const stories: readonly PlanStory[] = ['bought', 'short'];
const token = 'sandbox';
const replicas = 2;

let sandbox: Sandbox;
let folder: string;
let bundle: string;
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sharj-plans-'));
  bundle = await bundled(new URL('./plan-process.ts', import.meta.url));
  sandbox = await createSandbox({
    token,
    operator2Path: 'operator2',
    operatorNames: ['one', 'two', 'three', 'four', 'five'],
    products: 110,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
  });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const soldUnder = async (key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${sandbox.url}/sandbox/purchases?key=${encodeURIComponent(key)}`, { headers });
  return ((await answer.json()) as { count: number }).count;
};

/** One cycle of a plan: a process dies at one step, and two at once finish what it began. */
async function tell(kind: (typeof databaseKinds)[number], story: PlanStory, kill: Kill | null) {
  runs += 1;
  const notes = join(folder, `${runs}.jsonl`);
  const made = await makeDatabase(kind);
  const life: PlanLife = {
    story,
    database: made.settings,
    gatewayUrl: sandbox.url,
    gatewayToken: token,
    notes,
    kill,
  };
  try {
    const ended = await live(bundle, life, replicas);
    const database = await openDatabase(made.settings, { log: createLog('silent') });
    const { db } = database;
    const cycles = await db.selectFrom('plan_cycles').selectAll().execute();
    const planned = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', 'in', (eb) => eb.selectFrom('order_events').select('order_id').where('why', '=', 'planned'))
      .execute();
    const evidence = {
      ...ended,
      cycles,
      planned,
      sold: await Promise.all(planned.map(({ idempotency_key: key }) => soldUnder(key))),
      alerts: (await db.selectFrom('alerts').selectAll().execute()).map(({ key }) => key.split(':')[0]),
      drift: await findLedgerMismatches(db),
      notes: await readNotes(notes),
    };
    await database.close();
    return evidence;
  } finally {
    await made.remove();
  }
}

type Evidence = Awaited<ReturnType<typeof tell>>;

/** Everything that must hold whatever was killed; each violation is a sentence. */
function violations(story: PlanStory, evidence: Evidence): string[] {
  const { cycles, planned, sold, alerts, drift, notes } = evidence;
  const wrong: string[] = [];
  if (cycles.map(({ state }) => state).join() !== 'ordered') wrong.push(`cycles: ${cycles.map(({ state }) => state)}`);
  if (planned.map(({ state }) => state).join() !== 'delivered') wrong.push(`${planned.length} planned orders`);
  if (sold.join() !== '1') wrong.push(`the gateway sold ${sold.join()}`);
  const expected = story === 'short' ? ['plan-short', 'plan-tomorrow'] : ['plan-tomorrow'];
  if (alerts.toSorted((a, b) => (a ?? '').localeCompare(b ?? '')).join() !== expected.join())
    wrong.push(`written: ${alerts.join()}`);
  for (const kind of expected) if (!notes.some(({ alert }) => alert === kind)) wrong.push(`${kind} was not sent`);
  if (!notes.some(({ told, state }) => told === planned[0]?.id && state === 'delivered')) wrong.push('no receipt');
  if (drift.length > 0) wrong.push(`drift: ${JSON.stringify(drift)}`);
  return wrong;
}

const cases = databaseKinds.flatMap((kind) => stories.map((story) => [kind, story] as const));
test.each(cases)(
  `on %s, a plan (%s): killed at any write, call and message, bought once and told`,
  { timeout: 3_600_000 },
  async (kind, story) => {
    const found = await killEverywhere({
      database: kind,
      name: `${kind}, plan ${story}`,
      fewestSteps: 16,
      tell: (kill) => tell(kind, story, kill),
      violations: (evidence) => violations(story, evidence),
    });
    expect(found).toEqual([]);
  },
);
