import { faults } from './faults.ts';
import { sleep } from './kernel/clock.ts';
import { note } from './kernel/journal.ts';
import { random } from './kernel/random.ts';
import { time } from './kernel/time.ts';
import { beginTrouble, endTrouble } from './trouble.ts';

const troubles = {
  'disk-full': () => beginTrouble('disk-full', random.faults.between(200, 20_000)),
  'disk-busy': () => beginTrouble('disk-busy', random.faults.between(20, 3_000)),
  'disk-locked': () => beginTrouble('disk-locked', random.faults.between(6_000, 20_000)),
  'clock-step': () => {
    const ms = Math.round(random.faults.between(-10, 10) * 60_000);
    time.skewMs += ms;
    note(`the shop's clock is set by ${ms} ms`);
    faults.count('clock-step');
  },
} as const;

/** From time to time the machine of the shop gets into trouble, until the world is calm. */
export async function troubleMaker(isCalm: () => boolean): Promise<void> {
  const names = Object.keys(troubles) as (keyof typeof troubles)[];
  const possible = names.filter(faults.has);
  if (possible.length === 0) return;
  while (!isCalm()) {
    await sleep(random.faults.between(10_000, 120_000));
    if (!isCalm()) troubles[random.faults.pick(possible)]();
  }
  endTrouble();
}
