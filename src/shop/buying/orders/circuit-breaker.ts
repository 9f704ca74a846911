/** After several failures in a row, orders wait instead of all calling the gateway at once. */
interface CircuitBreaker {
  /** How many orders may be sent now: all, one as a probe, or none. */
  allows(wanted: number, underWay: number): number;
  answered(): void;
  /** True if this failure opened the breaker. */
  failed(): boolean;
}

const failuresToOpen = 5;
const firstPauseMs = 2_000;
/** With the worker's round and the call, this means an attempt at least every 30 seconds. */
export const longestPauseMs = 25_000;

/** Only postpones orders; it never ends one. */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let closedAt = 0;
  let closedMs = 0;
  /** A clock that is set back does not lengthen the pause. */
  const isPausing = (): boolean => now() >= closedAt && now() < closedAt + closedMs;
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
      // Only the probe lengthens the pause: calls in flight when it opened tell nothing new.
      if (failures < failuresToOpen || isPausing()) return opened;
      closedAt = now();
      closedMs = pauseMs;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      return opened;
    },
  };
}
