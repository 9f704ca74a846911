import type { Death } from './kernel/life.ts';
import { type StoryName, storyNames } from './people/stories.ts';
import { type Plan, soloist } from './plan.ts';
import type { Result } from './result.ts';
import { simulate } from './world.ts';

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
  /** What the first process did last. */
  readonly died: string;
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
      const names: string[] = [];
      const onDeath = (name: string) => void names.push(name);
      const result = await simulate(planFor({ story, death, gates: [gate, secondGate], onDeath }), trace);
      const [died] = names;
      // The story ended before this gate.
      if (died === undefined) break;
      yield { ...result, story, gate, secondGate, died };
    }
  }
}

interface Wanted {
  readonly story: StoryName;
  readonly death: Death;
  readonly gates: readonly [number, number | null];
  readonly onDeath: (gate: string) => void;
}

const planFor = ({ story, death, gates, onDeath }: Wanted): Plan => ({
  seed: gates[0],
  faults: [],
  people: [soloist(story, 101, 0)],
  later: [],
  processes: 1,
  deathAt(life, gate, name) {
    const wanted = gates[life - 1] ?? null;
    if (wanted === null || gate < wanted) return null;
    onDeath(name);
    return death;
  },
});
