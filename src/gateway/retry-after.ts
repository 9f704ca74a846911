const longestMs = 24 * 60 * 60 * 1000;

/** Seconds or an HTTP date; null: absent or unreadable. */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), longestMs);
}

// Date.parse alone would read "7" or "-3" as a year.
function httpDate(value: string): number {
  return /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
}
