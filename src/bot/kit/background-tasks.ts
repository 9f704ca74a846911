import { problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** The limit for one person, because each task holds a file or a picture in memory. */
const maxPerPerson = 3;
const defaultGraceMs = 2_000;

/** Runs work beyond its update, so that a long file delays neither the chat's next update nor the webhook's answer. */
export function createBackgroundTasks({
  log,
  graceMs = defaultGraceMs,
}: {
  readonly log: Log;
  readonly graceMs?: number;
}) {
  const ending = new AbortController();
  const running = new Map<Promise<void>, number>();

  /** False if this person already has too many tasks. */
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
