export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLineLevel = (typeof logLevels)[number];

/** A log line for people; a line that is not of the log stays as it is. */
export function readableLine(line: string): string {
  const fields = fieldsIn(line);
  if (!fields) return line;
  const { level, time, msg, ...others } = fields;
  const more = Object.entries(others).map(([name, value]) => `  ${name}=${wordOf(value)}`);
  return `${String(time)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')} ${String(level).padEnd(5)} ${msg}${more.join('')}`;
}

/** A line that is not of the log is always shown: it may say why a process ended. */
export function isAtLeast(line: string, least: LogLineLevel): boolean {
  const level = fieldsIn(line)?.level;
  return level === undefined || logLevels.indexOf(level as LogLineLevel) >= logLevels.indexOf(least);
}

function fieldsIn(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith('{"level":')) return null;
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

/** In quotes unless it is one plain word: a terminal must not obey what is in it. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
