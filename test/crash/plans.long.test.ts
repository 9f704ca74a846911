import { expect, test } from 'vitest';
import { databaseKinds } from '#test/support/databases.ts';
import type { Kill } from './kill-steps.ts';
import { killEverywhere, useLives } from './lives.ts';
import type { PlanLife, PlanStory } from './plan-process.ts';

const stories: readonly PlanStory[] = ['bought', 'short'];

const { live, soldUnder } = useLives<PlanLife>(new URL('./plan-process.ts', import.meta.url));

/** One cycle of a plan: a process dies at one step, and two more finish what it began. */
const tell = (kind: (typeof databaseKinds)[number], story: PlanStory, kill: Kill | null) =>
  live(kind, { story, kill }, async (db) => {
    const planned = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', 'in', (eb) => eb.selectFrom('order_events').select('order_id').where('why', '=', 'planned'))
      .execute();
    return {
      planned,
      cycles: await db.selectFrom('plan_cycles').selectAll().execute(),
      sold: await Promise.all(planned.map(({ idempotency_key: key }) => soldUnder(key))),
      alerts: (await db.selectFrom('alerts').selectAll().execute()).map(({ key }) => key.split(':')[0]),
    };
  });

type Evidence = Awaited<ReturnType<typeof tell>>;

/** Returns a sentence for each violation of what must hold whatever was killed. */
function violations(story: PlanStory, evidence: Evidence): string[] {
  const { cycles, planned, sold, alerts, notes } = evidence;
  const wrong: string[] = [];
  if (cycles.map(({ state }) => state).join() !== 'ordered') wrong.push(`cycles: ${cycles.map(({ state }) => state)}`);
  if (planned.map(({ state }) => state).join() !== 'delivered') wrong.push(`${planned.length} planned orders`);
  if (sold.join() !== '1') wrong.push(`the gateway sold ${sold.join()}`);
  const expected = story === 'short' ? ['plan-short', 'plan-tomorrow'] : ['plan-tomorrow'];
  if (alerts.toSorted((a, b) => (a ?? '').localeCompare(b ?? '')).join() !== expected.join())
    wrong.push(`written: ${alerts.join()}`);
  for (const kind of expected) if (!notes.some(({ alert }) => alert === kind)) wrong.push(`${kind} was not sent`);
  if (!notes.some(({ told, state }) => told === planned[0]?.id && state === 'delivered')) wrong.push('no receipt');
  return wrong;
}

const cases = databaseKinds.flatMap((kind) => stories.map((story) => [kind, story] as const));
test.each(cases)(
  `on %s, a plan (%s) killed at any step buys once and tells it`,
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
