import { AsyncLocalStorage } from 'node:async_hooks';

/** A simulated process from its start to its kill. Everything that it starts runs in its context. */
export interface Life {
  readonly id: number;
  isDead: boolean;
  /** Decides at each gate whether the process dies there. */
  readonly diesAt: (gate: string) => Death | null;
  /** Run at its death, in this order: what it has open is closed. */
  readonly atDeath: ((how: Death) => void)[];
  /** Run after that. */
  readonly onDead: (how: Death) => void;
}

export type Death = 'kill' | 'power-cut';

/** Undefined: the world around the shop. */
export const lives = new AsyncLocalStorage<Life | undefined>();

export const inTheWorld = <T>(run: () => T): T => lives.run(undefined, run);
