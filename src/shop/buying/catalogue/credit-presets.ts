import type { Rials } from '#domain/money.ts';

/** The most usual ones first. */
const presets: readonly Rials[] = [100_000, 200_000, 50_000, 500_000, 1_000_000, 20_000, 300_000, 2_000_000, 5_000_000];

/** Usual credits within the limits of a free top-up, all or the first few; others can be typed. */
export const creditPresets = (
  { min, max }: { readonly min: Rials; readonly max: Rials },
  most = presets.length,
): Rials[] =>
  presets
    .filter((credit) => credit >= min && credit <= max)
    .slice(0, most)
    .toSorted((a, b) => a - b);
