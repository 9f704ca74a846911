const second = 1_000;
const hour = 3_600_000;

/** Whole milliseconds, full jitter; the ceiling doubles from a second to an hour. Never sooner than `retryAfterMs`. */
export function backOffMs(attempts: number, random: () => number, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(hour, second * 2 ** Math.min(30, Math.max(0, attempts - 1)));
  return Math.round(Math.max(random() * ceiling, Math.min(retryAfterMs ?? 0, hour)));
}
