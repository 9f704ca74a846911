export interface Signal {
  notify(): void;
  subscribe(listener: () => void): void;
}

/** Tells a worker that there is something to do, so that it need not wait for its next look at the table. */
export function createSignal(): Signal {
  const listeners: (() => void)[] = [];
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}
