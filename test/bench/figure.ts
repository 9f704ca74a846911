import type { Measured } from './statistics.ts';

/** One line of the results. */
export interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Null: only reported. */
  readonly goal: number | null;
  readonly ok: boolean | null;
  readonly bound: 'at most' | 'at least' | null;
  readonly spread: readonly [number, number] | null;
  /** The peer of the same run. */
  readonly peer: string | null;
}

export interface Scale {
  /** A smaller size, for a first look. */
  readonly quick: boolean;
}

/** Measures one thing and reports as it goes. */
export type Figure = (scale: Scale) => AsyncIterable<Line>;

interface Facts {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly peer?: string;
}

export function line(name: string, found: Measured | number, unit: string, facts: Facts = {}): Line {
  const { value, spread } = typeof found === 'number' ? { value: found, spread: null } : found;
  const { atMost, atLeast, peer = null } = facts;
  const bound = atMost !== undefined ? 'at most' : atLeast !== undefined ? 'at least' : null;
  const goal = atMost ?? atLeast ?? null;
  const ok = goal === null ? null : bound === 'at most' ? value <= goal : value >= goal;
  return { name, value, unit, goal, ok, bound, spread, peer };
}
