import { note } from './journal.ts';
import { type Death, inTheWorld, type Life, lives } from './life.ts';

/** A new promise each time: one that all dead lives shared would keep them in memory. */
const neverEnds = (): Promise<never> => new Promise(() => undefined);

let gates = 0;

/** Where a process touches the world, and may die. What a dead process awaits here never comes. */
export async function gate(what: string): Promise<void> {
  const life = lives.getStore();
  if (!life) return;
  if (life.isDead) return neverEnds();
  gates += 1;
  note(what);
  const death = life.diesAt(what);
  if (death === null) return;
  die(life, death);
  return neverEnds();
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
    for (const end of [...life.atDeath]) end(how);
    life.onDead(how);
  });
}
