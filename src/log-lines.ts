export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLineLevel = (typeof logLevels)[number];

/** Formats a log line for people. Lines from other sources stay unchanged. */
export function readableLine(line: string): string {
  const fields = fieldsIn(line);
  if (!fields) return line;
  const { level, time, msg, ...others } = fields;
  const more = Object.entries(others).map(([name, value]) => `  ${name}=${wordOf(value)}`);
  return `${String(time)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')} ${String(level).padEnd(5)} ${msg}${more.join('')}`;
}

/** Always shows lines from other sources, because they may say why a process ended. */
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

/** Quotes everything but plain words, because a terminal must not obey what a value contains. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
