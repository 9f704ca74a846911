import type { Measured } from './statistics.ts';

/** One line of the results. */
export interface Line {
  readonly kind: 'line';
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
  /** For docs/performance.md, although it has no goal. */
  readonly headline: boolean;
}

/** A curve for the chart. */
export interface Curve {
  readonly kind: 'curve';
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

export type Finding = Line | Curve;

export interface Scale {
  /** A smaller size, which takes less than a minute. */
  readonly quick: boolean;
  /** To the end where the full size is only a part: a broadcast takes an hour and a half. */
  readonly whole: boolean;
  /** The folder of another version to compare with. */
  readonly against: string | null;
}

/** Measures one thing and reports as it goes. */
export type Figure = (scale: Scale) => AsyncIterable<Finding>;

interface Facts {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly peer?: string;
  readonly headline?: boolean;
}

export function line(name: string, found: Measured | number, unit: string, facts: Facts = {}): Line {
  const { value, spread } = typeof found === 'number' ? { value: found, spread: null } : found;
  const { atMost, atLeast, peer = null, headline = false } = facts;
  const bound = atMost !== undefined ? 'at most' : atLeast !== undefined ? 'at least' : null;
  const goal = atMost ?? atLeast ?? null;
  const ok = goal === null ? null : bound === 'at most' ? value <= goal : value >= goal;
  return { kind: 'line', name, value, unit, goal, ok, bound, spread, peer, headline };
}
