/** When the gateway gives no sense several times in a row, orders wait a little instead of all knocking at once. */
export interface Breaker {
  /** How many orders may be tried now: all, one to find out, or none. */
  allows(wanted: number): number;
  answered(): void;
  failed(): void;
}

const failuresToOpen = 5;
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/** It postpones, and can do nothing else: no order ends because of it. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let closedUntil = 0;
  return {
    allows: (wanted) => {
      if (failures < failuresToOpen) return wanted;
      return now() < closedUntil ? 0 : Math.min(wanted, 1);
    },
    answered: () => {
      failures = 0;
      pauseMs = firstPauseMs;
    },
    failed: () => {
      failures += 1;
      if (failures < failuresToOpen) return;
      closedUntil = now() + pauseMs;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    },
  };
}
