import { expect, inject } from 'vitest';
import { type databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { violationsOf } from './invariants.ts';
import { pointsOn } from './points.ts';
import { createRandom } from './random.ts';
import { reportOf } from './report.ts';
import { runShop } from './run.ts';

export interface Length {
  /** The least number of orders. */
  readonly orders: number;
  /** The number of kill points; the seed chooses them. */
  readonly kills: number;
}

/** Proves the crash safety on one database. */
export async function prove(kind: (typeof databaseKinds)[number], { orders, kills }: Length): Promise<void> {
  const seed = inject('seed');
  const every = pointsOn(kind);
  const points = createRandom(seed).shuffle(every).slice(0, kills);
  const made = await makeDatabase(kind);
  try {
    const run = await runShop({ made, seed, points, orders });
    process.stdout.write(reportOf(`crash points on ${kind}`, seed, run));
    expect([...violationsOf(run.evidence)].filter(([, against]) => against.length > 0)).toEqual([]);
    expect(run.unfinished).toBeNull();
    expect(run.kills.toSorted()).toEqual(points.toSorted());
    expect(run.evidence.orders.length).toBeGreaterThanOrEqual(orders);
    const { orders: bought } = run.evidence;
    expect(bought.some(({ charge, total }) => charge !== total)).toBe(true);
    expect(bought.some(({ cost }) => cost !== null)).toBe(true);
    // Replicas that wait for each other are visible only in the log.
    expect(run.evidence.problems.filter(({ problem }) => problem?.includes('deadlock'))).toEqual([]);
    // A new write needs a name in points.ts; without one it would not be tested.
    expect(run.evidence.unnamed).toEqual([]);
  } finally {
    await made.remove();
  }
}
