import type { Death } from './kernel/life.ts';
import { type StoryName, storyNames } from './people/stories.ts';
import { type Plan, soloist } from './plan.ts';
import { type Result, simulate } from './world.ts';

export interface SweepTask {
  /** Absent: all of them. */
  readonly stories?: readonly string[];
  readonly death: Death;
  /** Every so many gates; 1: each of them. */
  readonly every: number;
}

/** A run of one story in which the first process died at this gate, and the second at that one. */
export interface SweepResult extends Result {
  readonly story: string;
  readonly gate: number;
  readonly secondGate: number | null;
}

/** A recovery passes more gates than this; where the second kill hits is drawn from the first. */
const recoveryGates = 60;

/** Each story, killed at each of its gates; and, for every third of them, once more in the recovery. */
export async function* sweep(
  { stories = storyNames, death, every }: SweepTask,
  trace: ((line: string) => void) | null = null,
): AsyncGenerator<SweepResult> {
  for (const [at, story] of (stories as readonly StoryName[]).entries()) {
    for (let gate = 1 + (at % every); ; gate += every) {
      const secondGate = gate % 3 === 0 ? 1 + ((gate * 7) % recoveryGates) : null;
      const result = await simulate(planFor(story, death, gate, secondGate), trace);
      // The story ended before this gate.
      if (result.kills === 0) break;
      yield { ...result, story, gate, secondGate };
    }
  }
}

const planFor = (story: StoryName, death: Death, gate: number, secondGate: number | null): Plan => ({
  seed: gate,
  faults: [],
  people: [soloist(story, 101, 0)],
  deathAt: (life, at) => {
    const wanted = life === 1 ? gate : life === 2 ? secondGate : null;
    return wanted !== null && at >= wanted ? death : null;
  },
});
