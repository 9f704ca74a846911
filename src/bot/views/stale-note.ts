import type { Formatter } from '#bot/core/formatter.ts';
import type { Services } from '#bot/core/services.ts';

/** Longer than the refresh interval. */
const staleMs = 15 * 60_000;

/** Null: the catalogue is fresh. */
export function staleNote({ catalogue }: Pick<Services, 'catalogue'>, format: Formatter): string | null {
  const { asOf, ageMs, problem } = catalogue.status();
  if (asOf === null || ageMs === null) return format.html('catalogue-none');
  return problem === null && ageMs < staleMs ? null : format.html('catalogue-stale', { when: format.when(asOf) });
}
