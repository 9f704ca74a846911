import { type Logger, pino } from 'pino';

/** Callers pass chosen fields, never a whole error, context or request: those contain tokens. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

interface LogDestination {
  write(line: string): void;
}

export function createLog(level: LogLevel, destination?: LogDestination): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/** What an error says, for a log line: nothing else of it. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
