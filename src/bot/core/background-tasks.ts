import type { Log } from '../../log.ts';
import { problemOf } from './problem.ts';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** Each has a file open or a picture in the making: enough for impatience, too few for a flood. */
const mostEach = 3;
/** What is nearly done when the bot stops may finish. */
const usualGraceMs = 2_000;

/**
 * Work that outlives the update that asked for it. The updates of a chat come one after another, and Telegram wants a
 * webhook answered soon: a long file must hold up neither.
 */
export function createBackgroundTasks({
  log,
  graceMs = usualGraceMs,
}: {
  readonly log: Log;
  readonly graceMs?: number;
}) {
  const ending = new AbortController();
  const running = new Map<Promise<void>, number>();

  /** False: this person has enough of them under way. */
  function start(personId: number, work: (signal: AbortSignal) => Promise<void>): boolean {
    const theirs = [...running.values()].filter((id) => id === personId).length;
    if (theirs >= mostEach || ending.signal.aborted) return false;
    const task: Promise<void> = work(ending.signal)
      .catch((error: unknown) => log.error(problemOf(error), 'an task failed'))
      .finally(() => running.delete(task));
    running.set(task, personId);
    return true;
  }

  async function close(): Promise<void> {
    const timer = setTimeout(() => ending.abort(), graceMs);
    await Promise.all(running.keys());
    clearTimeout(timer);
    ending.abort();
  }

  return { start, close };
}
