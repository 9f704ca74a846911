import { faults } from './faults.ts';
import { sleep } from './kernel/clock.ts';
import { note } from './kernel/journal.ts';
import { random } from './kernel/random.ts';
import type { WallClock } from './kernel/wall-clock.ts';
import { beginTrouble, endTrouble } from './trouble.ts';

/** From time to time the machines of the shop get into trouble, until the world is calm. */
export async function troubleMaker(clocks: readonly WallClock[], isCalm: () => boolean): Promise<void> {
  const troubles = {
    'disk-full': () => beginTrouble('disk-full', random.faults.between(200, 20_000)),
    'disk-busy': () => beginTrouble('disk-busy', random.faults.between(20, 3_000)),
    'disk-locked': () => beginTrouble('disk-locked', random.faults.between(6_000, 20_000)),
    'clock-step': () => {
      faults.count('clock-step');
      stepClock(clocks, Math.round(random.faults.between(-10, 10) * 60_000));
    },
  } as const;
  const names = Object.keys(troubles) as (keyof typeof troubles)[];
  const possible = names.filter(faults.has);
  if (possible.length === 0) return;
  while (!isCalm()) {
    await sleep(random.faults.between(10_000, 120_000));
    if (!isCalm()) troubles[random.faults.pick(possible)]();
  }
  endTrouble();
}

/** Of one machine. Later somebody notices, perhaps. */
export function stepClock(clocks: readonly WallClock[], ms: number): void {
  const clock = random.faults.pick(clocks);
  note(`a clock is set by ${ms} ms`);
  clock.step(ms);
  if (random.faults.chance(0.5))
    void sleep(random.faults.between(60_000, 600_000)).then(() => {
      note('a clock is set right');
      clock.setRight();
    });
}
