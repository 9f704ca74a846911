import type { FaultName } from './faults.ts';

/** One call of the API as the sandbox saw it. */
export interface Call {
  readonly at: number;
  readonly method: string;
  /** Without the query, which may hold a number. */
  readonly path: string;
  /** The Idempotency-Key of a purchase. */
  readonly key: string | null;
  readonly fault: FaultName | null;
  /** null: the connection was cut. */
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
      // A listener's mistake is its own: it must not turn an answer that is on its way into a 500.
      for (const listener of listeners) queueMicrotask(() => listener(call));
    },
  };
};

export type CallFeed = ReturnType<typeof createCallFeed>;
