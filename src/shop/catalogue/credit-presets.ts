import type { Rials } from '#domain/money.ts';

const presets: readonly Rials[] = [20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000];
/** Buttons for amounts; any other amount can be typed. */
const mostPresets = 6;

/** Usual credits of a top-up of a free amount, within its limits. */
export const creditPresets = ({ min, max }: { readonly min: Rials; readonly max: Rials }): Rials[] =>
  presets.filter((credit) => credit >= min && credit <= max).slice(0, mostPresets);
