import { setTimeout } from 'node:timers/promises';
import type { Api } from 'grammy';
import { homeActions } from '#bot/actions/home.ts';
import { newMessageButton } from '#bot/kit/screen.ts';
import { send } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { Collection } from '#storage/key-value.ts';

const expiresAfterMs = 3_600_000;
/** Longer than another process needs for a file. */
const defaultWaitMs = 30_000;

export type PendingFiles = ReturnType<typeof createPendingFiles>;

interface PendingFilesDeps {
  readonly store: Collection<number>;
  readonly waitMs?: number | undefined;
}

type NotifyDeps = Pick<Services, 'people' | 'formatterFor'> & { readonly api: Api; readonly log: Log };

/**
 * Files that were requested but not sent yet. After a crash the next process tells the readers; it does not make the files,
 * because one that crashed a process might crash the next as well.
 */
export function createPendingFiles({ store, waitMs = defaultWaitMs }: PendingFilesDeps) {
  const add = (key: string, personId: number): Promise<void> => store.set(key, personId, expiresAfterMs);

  /** Sent, or its reader was told that it is not. */
  const remove = (key: string): Promise<void> => store.delete(key);

  async function tell({ api, people, formatterFor }: NotifyDeps, personId: number): Promise<void> {
    const person = await people.find(personId);
    if (!person) return;
    const format = formatterFor(person.language, person.unit);
    const keys = [[newMessageButton(format.plain('key-home'), homeActions.home())]];
    await send(api, personId, { text: format.html('file-interrupted'), keys });
  }

  /** Runs once after the start. */
  async function notifyInterrupted(teller: NotifyDeps, stopping: AbortSignal): Promise<void> {
    try {
      const pending = await store.entries();
      if (pending.length === 0) return;
      await setTimeout(waitMs, undefined, { signal: stopping });
      for (const [key, personId] of pending) {
        // Only one process takes it.
        if (!(await store.take(key))) continue;
        await tell(teller, personId).catch(async (error: unknown) => {
          teller.log.warn(problemOf(error), 'reader of interrupted file not told');
          if (!isUnreachable(error)) await add(key, personId);
        });
      }
    } catch (error) {
      if (!stopping.aborted) teller.log.error(problemOf(error), 'pending files not checked');
    }
  }

  return { add, remove, notifyInterrupted };
}
