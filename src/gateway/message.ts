const longest = 500;

/** The gateway's `message`, limited and on one line; still untrusted. */
export function cleanMessage(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line.toWellFormed();
}
