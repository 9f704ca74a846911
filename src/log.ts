import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';
import { type Logger, pino } from 'pino';
import { type LogLineLevel, readableLine } from './log-lines.ts';
import { createRotation } from './log-rotation.ts';

/** Callers pass chosen fields, never a whole error, context or request, because those contain tokens. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

type LogLevel = LogLineLevel | 'silent';

interface LogDestination {
  write(line: string): void;
}

/** `now` returns milliseconds of a clock that never goes back. */
export function createLog(
  level: LogLevel,
  destination: LogDestination = createOutput(1),
  now: () => number = () => performance.now(),
): Log {
  const isDue = createRepeats(now);
  return pino(
    {
      level,
      base: null,
      formatters: { level: (level) => ({ level }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(given, method) {
          const [fields, message] = given as unknown[];
          const times = typeof message === 'string' && isRepeated.test(message) ? isDue(fields, message) : 1;
          if (times === 1) method.apply(this, given);
          else if (times > 1) method.apply(this, [Object.assign({}, fields, { times }), message] as typeof given);
        },
      },
    },
    destination,
  );
}

/** The message of an error for a log line, and nothing else of it. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** Messages that all workers repeat while the database is away. */
const isRepeated = /(will retry|retrying|not renewed|Telegram keeps them|connection dropped)$/;
/** Fields that differ between lines about the same problem. */
const ofOneProblem = new Set(['worker', 'job', 'updates']);
const repeatMs = 60_000;
const mostProblems = 1_000;

/** Returns how often the problem came since its last line, or 0 if that line is younger than a minute. */
function createRepeats(now: () => number): (fields: unknown, message: string) => number {
  const problems = new Map<string, { at: number; times: number }>();
  return (fields, message) => {
    const kept = Object.entries(fields ?? {}).filter(([name]) => !ofOneProblem.has(name));
    const problem = JSON.stringify([message, kept]);
    const { at, times } = problems.get(problem) ?? { at: Number.NEGATIVE_INFINITY, times: 0 };
    const isDue = now() - at >= repeatMs;
    if (problems.size >= mostProblems) problems.clear();
    problems.set(problem, isDue ? { at: now(), times: 0 } : { at, times: times + 1 });
    return isDue ? times + 1 : 0;
  };
}

/** Limit of waiting lines, in characters. */
const mostWaiting = 1_000_000;
const busyMs = 20;
/** How long the process waits at its end for the reader of its last lines. */
const lastMs = 1_000;

/**
 * Writes lines in order and never waits. Lines for a slow reader wait in memory. Lines that do not fit there, or on a
 * full disk, are dropped, and a later line says how many.
 */
function createOutput(fd: number): LogDestination {
  const shown = isatty(fd) ? readableLine : (line: string) => line;
  const onWritten = createRotation(fd);
  const lines: string[] = [];
  let waiting = 0;
  let dropped = 0;
  let isTorn = false;
  let current: { readonly text: Buffer; readonly count: number; start: number } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function next(): typeof current {
    const line = lines.shift();
    if (line === undefined) return undefined;
    waiting -= line.length;
    const missing = { level: 'warn', time: new Date().toISOString(), lines: dropped, msg: 'log lines dropped' };
    const before = `${isTorn ? '\n' : ''}${dropped > 0 ? `${shown(JSON.stringify(missing))}\n` : ''}`;
    const count = dropped + 1;
    dropped = 0;
    return { text: Buffer.from(`${before}${shown(line.trimEnd())}\n`), count, start: 0 };
  }

  /** Writes until the reader takes no more. */
  function flush(): void {
    timer = undefined;
    for (current ??= next(); current; current = next()) {
      try {
        while (current.start < current.text.length) current.start += writeSync(fd, current.text, current.start);
        isTorn = false;
        onWritten(current.text.length);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
          timer = setTimeout(flush, busyMs).unref();
          return;
        }
        isTorn ||= current.start > 0;
        dropped += current.count;
      }
    }
  }

  function finish(): void {
    const until = performance.now() + lastMs;
    for (flush(); current && performance.now() < until; flush())
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
  }

  let isOpen = false;
  function open(): void {
    isOpen = true;
    process.once('exit', finish);
    try {
      // From now on a write to a full pipe fails at once, because its reader may have stopped.
      new Socket({ fd, readable: false });
    } catch {
      // The output is a file or a terminal.
    }
  }

  return {
    write: (line) => {
      if (!isOpen) open();
      if (waiting + line.length > mostWaiting) {
        dropped += 1;
        return;
      }
      lines.push(line);
      waiting += line.length;
      if (!timer) flush();
    },
  };
}
