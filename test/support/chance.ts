/** Reproducible randomness. */
export interface Chance {
  /** In [0, below). */
  whole(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** By weight. */
  weighted<T>(from: readonly (readonly [weight: number, make: T])[]): T;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    pick: <T>(from: readonly T[]) => from[whole(from.length)] as T,
    weighted: <T>(from: readonly (readonly [number, T])[]) => {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, make] of from) {
        left -= weight;
        if (left < 0) return make;
      }
      return (from.at(-1) as readonly [number, T])[1];
    },
  };
}
