/** One source of random numbers for each purpose, so that a fault more or less does not change what people do. */
const purposes = ['shop', 'people', 'net', 'faults', 'plan'] as const;
export type Purpose = (typeof purposes)[number];

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** In [0, below). */
  whole(below: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32: the same numbers for the same seed on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[whole(from.length)] as T,
  };
}

const sourcesOf = (seed: number) =>
  Object.fromEntries(purposes.map((purpose, at) => [purpose, randomFrom(Math.imul(seed, 7_919) + at)])) as Record<
    Purpose,
    Random
  >;

export const random: Record<Purpose, Random> = sourcesOf(0);

export function reseed(seed: number): void {
  Object.assign(random, sourcesOf(seed));
}
