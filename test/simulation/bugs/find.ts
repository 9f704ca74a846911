import { runSeeds } from '#test/simulation/processes.ts';
import { bugs } from './bugs.ts';

export interface Found {
  readonly bug: string;
  /** The first seed that shows it; null: none within its budget. */
  readonly seed: number | null;
  readonly violation: string | null;
}

/** Runs seeds with the bug in the source until one has a violation. */
export async function findBug(bug: string, story?: string): Promise<Found> {
  const budget = bugs[bug]?.budget ?? 0;
  for await (const { seed, hash, violations } of runSeeds(upTo(budget), { bug, story })) {
    const [violation] = violations;
    // A process that broke has found nothing.
    if (hash === '') throw new Error(violation);
    if (violation !== undefined) return { bug, seed, violation };
  }
  return { bug, seed: null, violation: null };
}

function* upTo(last: number): Generator<number> {
  for (let seed = 1; seed <= last; seed += 1) yield seed;
}
