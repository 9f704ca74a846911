/** After several failures in a row, orders wait instead of all calling the gateway at once. */
interface CircuitBreaker {
  /** How many orders may be sent now: all, one as a probe, or none. */
  allows(wanted: number, underWay: number): number;
  answered(): void;
  /** True: this failure opened the breaker. */
  failed(): boolean;
}

const failuresToOpen = 5;
const firstPauseMs = 2_000;
/** With the worker's round and the call itself, something is tried every 30 seconds at least. */
export const longestPauseMs = 25_000;

/** It only postpones orders, and never ends one. */
export function createCircuitBreaker(steady: () => number): CircuitBreaker {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let closedUntil = Number.NEGATIVE_INFINITY;
  const isPausing = (): boolean => steady() < closedUntil;
  return {
    allows: (wanted, underWay) => {
      if (failures < failuresToOpen) return wanted;
      return isPausing() || underWay > 0 ? 0 : Math.min(wanted, 1);
    },
    answered: () => {
      failures = 0;
      pauseMs = firstPauseMs;
    },
    failed: () => {
      failures += 1;
      const opened = failures === failuresToOpen;
      // Calls that were in flight when it opened tell nothing new: only the probe prolongs the pause.
      if (failures < failuresToOpen || isPausing()) return opened;
      closedUntil = steady() + pauseMs;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      return opened;
    },
  };
}
