import type { Update } from 'grammy/types';
import type { Collection } from '../storage/key-value.ts';
import { aborted, type Intake } from './polling.ts';
import { type Trying, untilHandled } from './until-handled.ts';

/** Payments that a process before us had in hand when it ended, and that Telegram keeps no more. */
export function withLeftovers(
  intake: Intake,
  { store, ...trying }: Omit<Trying, 'stopping' | 'onFailed'> & { readonly store: Collection<Update> },
): Intake {
  const stopping = new AbortController();
  let handling: Promise<unknown> = Promise.resolve();

  async function takeUp(update: Update): Promise<void> {
    const { log } = trying;
    const handled = await untilHandled(update, { ...trying, stopping: stopping.signal });
    if (!handled) return;
    // Found again, it finds itself booked.
    await store.delete(String(update.update_id)).catch(() => log.warn({ update: update.update_id }, 'still kept'));
  }

  return {
    start: async () => {
      const left = await store.entries();
      await intake.start();
      handling = Promise.all(left.map(([, update]) => takeUp(update)));
    },
    stop: async (late) => {
      stopping.abort();
      await Promise.all([intake.stop(late), Promise.race([handling, aborted(late)])]);
    },
    over: () => Promise.all([intake.over(), handling]),
  };
}
