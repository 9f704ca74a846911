import type { Formatter } from '../../core/formatter.ts';
import type { Services } from '../../core/services.ts';

/** Longer than from one refresh to the next. */
const staleMs = 15 * 60_000;

/** Null while the catalogue is fresh; otherwise that it could not be refreshed, and how old its prices are. */
export function staleNote({ catalogue }: Pick<Services, 'catalogue'>, format: Formatter): string | null {
  const { asOf, ageMs, problem } = catalogue.status();
  if (asOf === null || ageMs === null) return format.html('catalogue-none');
  return problem === null && ageMs < staleMs ? null : format.html('catalogue-stale', { when: format.when(asOf) });
}
