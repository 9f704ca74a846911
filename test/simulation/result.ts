import type { Fault } from './faults.ts';

/** What a run was like: one line of JSON. */
export interface Result {
  readonly seed: number;
  readonly hash: string;
  readonly violations: readonly string[];
  readonly kills: number;
  readonly purchases: number;
  readonly payments: number;
  readonly virtualSeconds: number;
  /** How often each fault struck, each story was lived, and each state was entered. */
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
  readonly stories: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  readonly gates: number;
}

export const orderStates = ['quoted', 'confirmed', 'unsure', 'review', 'delivered', 'rejected', 'expired', 'cancelled'];

/** With a zero for what was not found. */
export const countBy = (names: readonly string[], found: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, found.filter((one) => one === name).length]));
