import type { Log } from '../../log.ts';
import { problemOf } from './problem.ts';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** Per person: each task holds a file or a picture in memory. */
const maxPerPerson = 3;
/** How long a stop waits for running tasks. */
const defaultGraceMs = 2_000;

/**
 * Work that outlives its update: a long file must hold up neither the next update of the chat nor the answer to a webhook.
 */
export function createBackgroundTasks({
  log,
  graceMs = defaultGraceMs,
}: {
  readonly log: Log;
  readonly graceMs?: number;
}) {
  const ending = new AbortController();
  const running = new Map<Promise<void>, number>();

  /** False: this person has too many tasks already. */
  function start(personId: number, work: (signal: AbortSignal) => Promise<void>): boolean {
    const theirs = [...running.values()].filter((id) => id === personId).length;
    if (theirs >= maxPerPerson || ending.signal.aborted) return false;
    const task: Promise<void> = work(ending.signal)
      .catch((error: unknown) => log.error(problemOf(error), 'background task failed'))
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
