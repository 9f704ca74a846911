/** As long as a piece of work may take before another process may try it. */
export const usualLeaseMs = 60_000;

/** What is written with new work that the writer itself will do: as if it had been claimed. */
export const leasedUntil = (until: number) => ({ lease_until: until, attempts: 1 });
/** It turned out that the writer will not: anybody may claim it, and it counts as never tried. */
export const unleased = { lease_until: 0, attempts: 0 } as const;
