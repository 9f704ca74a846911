/** When the gateway gives no sense several times in a row, orders wait a little instead of all knocking at once. */
export interface Breaker {
  /** How many orders may be tried now, while so many are under way: all, one to find out, or none. */
  allows(wanted: number, underWay: number): number;
  answered(): void;
  /** True when this failure opened it. */
  failed(): boolean;
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
    allows: (wanted, underWay) => {
      if (failures < failuresToOpen) return wanted;
      return now() < closedUntil || underWay > 0 ? 0 : Math.min(wanted, 1);
    },
    answered: () => {
      failures = 0;
      pauseMs = firstPauseMs;
    },
    failed: () => {
      failures += 1;
      const opened = failures === failuresToOpen;
      // Those that were under way when it opened tell nothing new: only the one that found out makes it wait longer.
      if (failures < failuresToOpen || now() < closedUntil) return opened;
      closedUntil = now() + pauseMs;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      return opened;
    },
  };
}
