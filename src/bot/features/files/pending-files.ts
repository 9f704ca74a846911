import { setTimeout } from 'node:timers/promises';
import type { Api } from 'grammy';
import type { Log } from '../../../log.ts';
import type { Collection } from '../../../storage/key-value.ts';
import { isGone, problemOf } from '../../core/problem.ts';
import type { Counter } from '../../core/request.ts';
import { beside } from '../../core/screen.ts';
import { send } from '../../core/show.ts';

/** Later they have long asked again. */
const forgottenAfterMs = 3_600_000;
/** By then whoever still runs has sent it. */
const usualWaitMs = 30_000;

export type Promises = ReturnType<typeof createPromises>;

export interface PromisesDeps {
  readonly store: Collection<number>;
  readonly waitMs?: number | undefined;
}

export type Teller = Pick<Counter, 'people' | 'viewOf'> & { readonly api: Api; readonly log: Log };

/**
 * Who waits for a file. A process that is killed leaves them behind, and the next one says so. It does not make the file
 * itself: one that was too much for a process would take each of them down in turn.
 */
export function createPromises({ store, waitMs = usualWaitMs }: PromisesDeps) {
  const give = (key: string, personId: number): Promise<void> => store.set(key, personId, forgottenAfterMs);

  /** Sent, or they know that it does not come. */
  const keep = (key: string): Promise<void> => store.delete(key);

  async function tell({ api, people, viewOf }: Teller, personId: number): Promise<void> {
    const person = await people.find(personId);
    if (!person) return;
    const view = viewOf(person.language, person.unit);
    const keys = [[beside(view.plain('key-home'), { to: 'home' })]];
    await send(api, personId, { text: view.html('file-interrupted'), keys });
  }

  /** Once, at the start: what was promised before it, and is still not there a while later, nobody works at. */
  async function makeGood(teller: Teller, stopping: AbortSignal): Promise<void> {
    try {
      const given = await store.entries();
      if (given.length === 0) return;
      await setTimeout(waitMs, undefined, { signal: stopping });
      for (const [key, personId] of given) {
        // Of several processes one finds it.
        if (!(await store.take(key))) continue;
        await tell(teller, personId).catch(async (error: unknown) => {
          teller.log.warn(problemOf(error), 'someone could not be told that their file does not come');
          if (!isGone(error)) await give(key, personId);
        });
      }
    } catch (error) {
      if (!stopping.aborted) teller.log.error(problemOf(error), 'promised files were not looked after');
    }
  }

  return { give, keep, makeGood };
}
