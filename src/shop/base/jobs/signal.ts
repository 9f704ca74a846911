export interface Signal {
  notify(): void;
  subscribe(listener: () => void): void;
}

/** Wakes a worker, so that it does not wait for its next round. */
export function createSignal(): Signal {
  const listeners: (() => void)[] = [];
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}
