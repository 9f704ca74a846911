import type { FaultName } from './faults.ts';

export interface Call {
  readonly at: number;
  readonly method: string;
  /** The path without the query, which may contain a number. */
  readonly path: string;
  /** The Idempotency-Key of a purchase. */
  readonly key: string | null;
  readonly fault: FaultName | null;
  /** Null if the connection was cut. */
  readonly status: number | null;
  readonly outcome: 'bought' | 'rejected' | 'replayed' | null;
  readonly ms: number;
}

export type Listener = (call: Call) => void;

export const createCallFeed = () => {
  const listeners = new Set<Listener>();
  return {
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    publish(call: Call): void {
      // A failing listener must not turn an answer into a 500.
      for (const listener of listeners) queueMicrotask(() => listener(call));
    },
  };
};

export type CallFeed = ReturnType<typeof createCallFeed>;
