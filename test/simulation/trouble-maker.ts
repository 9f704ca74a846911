import { faults } from './faults.ts';
import { sleep } from './kernel/clock.ts';
import { note } from './kernel/journal.ts';
import { random } from './kernel/random.ts';
import type { WallClock } from './kernel/wall-clock.ts';
import type { Gateway } from './outside.ts';
import { diskTrouble, gatewayTrouble } from './trouble.ts';

interface TroubleParts {
  readonly clocks: readonly WallClock[];
  readonly gateways: readonly Gateway[];
  /** Every process starts again with the address of another gateway. */
  readonly changeGateway: () => void;
  /** A process is asked to stop, and another one starts. */
  readonly restart: () => void;
  readonly isCalm: () => boolean;
}

/** From time to time the shop gets into trouble, until the world is calm. */
export async function troubleMaker({ clocks, gateways, changeGateway, restart, isCalm }: TroubleParts): Promise<void> {
  const troubles = {
    'disk-full': () => diskTrouble.begin('disk-full', random.faults.between(200, 20_000)),
    'disk-busy': () => diskTrouble.begin('disk-busy', random.faults.between(20, 3_000)),
    'disk-locked': () => diskTrouble.begin('disk-locked', random.faults.between(6_000, 20_000)),
    'gateway-token': () => gatewayTrouble.begin('gateway-token', random.faults.between(5_000, 60_000)),
    'gateway-deployment': () => gatewayTrouble.begin('gateway-deployment', random.faults.between(5_000, 60_000)),
    'gateway-account': () => void emptyAccounts(gateways, random.faults.between(20_000, 120_000)),
    restart,
    'clock-step': () => {
      faults.count('clock-step');
      stepClock(clocks, Math.round(random.faults.between(-10, 10) * 60_000));
    },
  } as const;
  const names = Object.keys(troubles) as (keyof typeof troubles)[];
  const possible = names.filter(faults.has);
  if (faults.has('gateway-changes')) void changeOnce();
  if (possible.length === 0) return;
  while (!isCalm()) {
    await sleep(random.faults.between(10_000, 120_000));
    if (!isCalm()) troubles[random.faults.pick(possible)]();
  }
  diskTrouble.end();
  gatewayTrouble.end();

  async function changeOnce(): Promise<void> {
    await sleep(random.faults.between(60_000, 400_000));
    if (isCalm()) return;
    faults.count('gateway-changes');
    changeGateway();
  }
}

/** What the account holds when nothing is wrong. */
const plenty = 50_000_000_000;

async function emptyAccounts(gateways: readonly Gateway[], ms: number): Promise<void> {
  gatewayTrouble.begin('gateway-account', ms);
  for (const gateway of gateways) await gateway.setBalance(random.faults.whole(30_000));
  await sleep(ms);
  for (const gateway of gateways) await gateway.setBalance(plenty);
}

/** Of one machine. Later somebody notices, perhaps. */
export function stepClock(clocks: readonly WallClock[], ms: number): void {
  const clock = random.faults.pick(clocks);
  note(`a clock is set by ${Math.round(ms)} ms`);
  clock.step(ms);
  if (random.faults.chance(0.5))
    void sleep(random.faults.between(60_000, 600_000)).then(() => {
      note('a clock is set right');
      clock.setRight();
    });
}
