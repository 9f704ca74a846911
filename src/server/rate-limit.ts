export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

interface RateLimit {
  /** Whether one more request under this key is allowed now. */
  allow(key: string): boolean;
}

/** Bounds the memory by dropping the least recently used keys. */
const mostKeys = 10_000;

/** A token bucket for each key. */
export function createRateLimit({ burst, perSecond }: Allowance, now: () => number): RateLimit {
  /** Least recently used first. */
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    allow(key) {
      const at = now();
      const { tokens, at: before } = buckets.get(key) ?? { tokens: burst, at };
      const level = Math.min(burst, tokens + (Math.max(0, at - before) / 1000) * perSecond);
      const isAllowed = level >= 1;
      buckets.delete(key);
      buckets.set(key, { tokens: isAllowed ? level - 1 : level, at });
      const [oldest] = buckets.keys();
      if (buckets.size > mostKeys && oldest !== undefined) buckets.delete(oldest);
      return isAllowed;
    },
  };
}

/**
 * Limits concurrent use per key. Returns null if all places are taken, and otherwise a function that frees the place.
 */
export function createPlaces(most: number): (key: number) => (() => void) | null {
  const taken = new Map<number, number>();
  return (key) => {
    const others = taken.get(key) ?? 0;
    if (others >= most) return null;
    taken.set(key, others + 1);
    return () => {
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    };
  };
}
