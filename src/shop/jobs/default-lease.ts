/** How long a job may take before another process may take it. */
export const defaultLeaseMs = 60_000;
