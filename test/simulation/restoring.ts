import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, restore } from '#app/archives.ts';
import { disk } from './disk.ts';
import { faults } from './faults.ts';
import { sleep } from './kernel/clock.ts';
import { note } from './kernel/journal.ts';
import { type Life, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import type { WallClock } from './kernel/wall-clock.ts';
import type { Lives } from './lives.ts';
import { type ShopSettings, settings } from './shop-life.ts';

interface RestoringParts {
  readonly clock: WallClock;
  readonly shopLives: Lives;
  readonly settings: () => ShopSettings;
  /** When the shop stands still, and what came after the archive is about to be lost. */
  readonly onLost: () => void;
  readonly isCalm: () => boolean;
  /** Somebody has come to the page of the bank. */
  readonly visited: Promise<void>;
}

const minuteMs = 60_000;

/** Often longer than a price holds, and sometimes longer than a payment holds one. */
function untilLostMs(): number {
  const [least, most] = random.faults.pick([
    [5_000, 1.5 * minuteMs],
    [2 * minuteMs, 5 * minuteMs],
    [20 * minuteMs, 23 * minuteMs],
  ] as const);
  return random.faults.between(least, most);
}

/** The operator copies the database while the shop runs. Later the copy takes its place. False: the run ended before. */
export async function restoreOnce(parts: RestoringParts): Promise<boolean> {
  const { shopLives, onLost, isCalm, visited } = parts;
  const waits = sleep(random.faults.between(0.5 * minuteMs, 3 * minuteMs));
  await (random.faults.chance(0.7) ? Promise.race([visited, waits]) : waits);
  if (isCalm()) return false;
  const archive = join(disk.folder, 'archive.db');
  await runUntilDone(
    parts,
    (config) => backUp(config, [archive]),
    () => existsSync(archive),
  );
  await sleep(untilLostMs());
  if (isCalm()) return false;
  faults.count('restore');
  shopLives.stop();
  disk.letGo();
  onLost();
  await runUntilDone(parts, (config) => restore(config, ['--replace', archive]));
  disk.hold();
  shopLives.begin();
  return true;
}

const mostAttempts = 100;

type Config = ReturnType<typeof settings>;
type Command = (config: Config) => ReturnType<typeof backUp>;

/** A command that is killed, or fails because the disk is full, is started again. */
async function runUntilDone(parts: RestoringParts, command: Command, isDone = () => false): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    if (attempts === mostAttempts) throw new Error('the operator gave up');
    const outcome = await runCommand(parts, command);
    note(outcome === null ? 'the command was killed' : JSON.stringify(outcome).replaceAll(disk.folder, ''));
    if (outcome?.ok || isDone()) return;
    await sleep(1_000);
  }
}

/** In a process of its own. Null: it was killed. */
function runCommand(
  { clock, settings: given }: RestoringParts,
  command: Command,
): Promise<Awaited<ReturnType<Command>> | null> {
  return new Promise((resolve, reject) => {
    const life: Life = {
      id: 0,
      clock,
      isDead: false,
      frozenUntil: 0,
      blowAt: (gate) => (gate.startsWith('file') && faults.has('kill') && random.faults.chance(0.02) ? 'kill' : null),
      atDeath: new Set(),
      onDead: () => resolve(null),
    };
    lives.run(life, () => command(settings(given()))).then(resolve, reject);
  });
}
