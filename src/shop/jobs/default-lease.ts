/** As long as a piece of work may take before another process may try it. */
export const defaultLeaseMs = 60_000;
