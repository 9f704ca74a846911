import { sleep } from './clock.ts';
import { note } from './journal.ts';
import { type Death, inTheWorld, type Life, lives } from './life.ts';
import { time } from './time.ts';

/** A new promise each time: one that all dead lives shared would keep them in memory. */
const neverEnds = (): Promise<never> => new Promise(() => undefined);

let gates = 0;

/** Where a process touches the world. There it may die, and then what it awaits never comes; or stand still for a while. */
export async function gate(what: string): Promise<void> {
  const life = lives.getStore();
  if (!life) return;
  if (isFrozen(life)) await thaw(life);
  if (life.isDead) return neverEnds();
  gates += 1;
  note(what);
  const blow = life.blowAt(what);
  if (blow === null) return;
  if (typeof blow === 'object') {
    note(`FREEZE of life ${life.id} for ${Math.round(blow.freezeMs)} ms`);
    life.frozenUntil = time.at + blow.freezeMs;
    await thaw(life);
    return life.isDead ? neverEnds() : undefined;
  }
  die(life, blow);
  return neverEnds();
}

const isFrozen = (life: Life): boolean => life.frozenUntil > time.at;

async function thaw(life: Life): Promise<void> {
  while (isFrozen(life) && !life.isDead) await inTheWorld(() => sleep(life.frozenUntil - time.at));
}

/** Gates that were passed since the last reset. */
export const gateCount = {
  read: (): number => gates,
  reset(): void {
    gates = 0;
  },
};

export function die(life: Life, how: Death): void {
  if (life.isDead) return;
  life.isDead = true;
  note(`DEATH of life ${life.id}: ${how}`);
  inTheWorld(() => {
    for (const end of [...life.atDeath]) end();
    life.onDead(how);
  });
}
