import { setTimeout } from 'node:timers/promises';
import type { Api } from 'grammy';
import type { Log } from '../../../log.ts';
import type { Collection } from '../../../storage/key-value.ts';
import { isUnreachable, problemOf } from '../../core/problem.ts';
import { newMessageButton } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { send } from '../../core/show.ts';
import { homeActions } from '../home/actions.ts';

/** Later they have long asked again. */
const forgottenAfterMs = 3_600_000;
/** By then whoever still runs has sent it. */
const usualWaitMs = 30_000;

export type PendingFiles = ReturnType<typeof createPendingFiles>;

export interface PendingFilesDeps {
  readonly store: Collection<number>;
  readonly waitMs?: number | undefined;
}

export type Teller = Pick<Services, 'people' | 'formatterFor'> & { readonly api: Api; readonly log: Log };

/**
 * Who waits for a file. A process that is killed leaves them behind, and the next one says so. It does not make the file
 * itself: one that was too much for a process would take each of them down in turn.
 */
export function createPendingFiles({ store, waitMs = usualWaitMs }: PendingFilesDeps) {
  const give = (key: string, personId: number): Promise<void> => store.set(key, personId, forgottenAfterMs);

  /** Sent, or they know that it does not come. */
  const keep = (key: string): Promise<void> => store.delete(key);

  async function tell({ api, people, formatterFor }: Teller, personId: number): Promise<void> {
    const person = await people.find(personId);
    if (!person) return;
    const format = formatterFor(person.language, person.unit);
    const keys = [[newMessageButton(format.plain('key-home'), homeActions.home())]];
    await send(api, personId, { text: format.html('file-interrupted'), keys });
  }

  /** Once, at the start: what was promised before it, and is still not there a while later, nobody works at. */
  async function notifyInterrupted(teller: Teller, stopping: AbortSignal): Promise<void> {
    try {
      const given = await store.entries();
      if (given.length === 0) return;
      await setTimeout(waitMs, undefined, { signal: stopping });
      for (const [key, personId] of given) {
        // Of several processes one finds it.
        if (!(await store.take(key))) continue;
        await tell(teller, personId).catch(async (error: unknown) => {
          teller.log.warn(problemOf(error), 'someone could not be told that their file does not come');
          if (!isUnreachable(error)) await give(key, personId);
        });
      }
    } catch (error) {
      if (!stopping.aborted) teller.log.error(problemOf(error), 'promised files were not looked after');
    }
  }

  return { give, keep, notifyInterrupted };
}
