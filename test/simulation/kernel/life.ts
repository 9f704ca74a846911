import { AsyncLocalStorage } from 'node:async_hooks';
import type { WallClock } from './wall-clock.ts';

/** A simulated process from its start to its kill. Everything that it starts runs in its context. */
export interface Life {
  readonly id: number;
  readonly clock: WallClock;
  isDead: boolean;
  /** Nothing of it runs before this time. */
  frozenUntil: number;
  /** Decides at each gate what happens to the process there. */
  readonly blowAt: (gate: string) => Blow | null;
  /** Run at its death, in this order: what it has open is closed. */
  readonly atDeath: Set<() => void>;
  /** Run after that. */
  readonly onDead: (how: Death) => void;
}

export type Death = 'kill' | 'power-cut';
/** It dies, or stands still for so long. */
export type Blow = Death | { readonly freezeMs: number };

/** Undefined: the world around the shop. */
export const lives = new AsyncLocalStorage<Life | undefined>();

export const inTheWorld = <T>(run: () => T): T => lives.run(undefined, run);
