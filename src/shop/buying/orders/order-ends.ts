export type OrderEnds = ReturnType<typeof createOrderEnds>;

/** Tells waiters in this process that an order has ended. */
export function createOrderEnds() {
  const waiting = new Map<string, Set<() => void>>();

  function ended(orderId: string): void {
    for (const wake of waiting.get(orderId) ?? []) wake();
  }

  /** Resolves when the order ends, after `ms`, or when `signal` aborts. The caller checks, because another process may have ended it. */
  function next(orderId: string, ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = waiting.get(orderId) ?? new Set();
    waiting.set(orderId, others.add(resolve));
    const timer = setTimeout(resolve, ms);
    const stop = () => resolve();
    signal.addEventListener('abort', stop);
    if (signal.aborted) resolve();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      others.delete(resolve);
      if (others.size === 0) waiting.delete(orderId);
    });
  }

  return { ended, next };
}
