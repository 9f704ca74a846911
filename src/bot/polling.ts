import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Bot, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import { allowedUpdates } from './bot.ts';
import type { BotContext } from './context.ts';
import { problemOf } from './problem.ts';

export interface Intake {
  /** Rejects, in words for whoever runs it, when Telegram does not let us in. */
  start(): Promise<void>;
  /** Takes nothing new and waits for what is being handled, until it is too late for that. */
  stop(late: AbortSignal): Promise<void>;
}

export interface PollingPace {
  /** After a failure; twice as long after each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** How often Telegram is asked for more while something in hand keeps it from waiting for us. */
  readonly againMs: number;
  /** An update that takes longer than this no longer holds back the others: after a crash it would not come again. */
  readonly patienceMs: number;
}

const usualPace: PollingPace = {
  pauseMs: 500,
  longestPauseMs: 30_000,
  againMs: 200,
  patienceMs: 20_000,
};

const longPollSeconds = 30;
const batch = 100;
/** More than this in hand, and Telegram keeps the rest for us. */
const mostInHand = 500;
const triesToStart = 5;
/** A Telegram that hangs must not keep us: what was handled then comes again, and finds itself done. */
const farewellMs = 1_000;

interface Taken {
  readonly id: number;
  readonly at: number;
  done: boolean;
  /** It failed and is tried again: Telegram keeps it until it is handled, however long that takes. */
  precious: boolean;
}

/**
 * Asking for what comes after an update tells Telegram that it need not be kept. So we only ask past those that were
 * handled, in order: whatever was in hand at a crash comes again.
 */
export function createPolling(bot: Bot<BotContext>, log: Log, pace: Partial<PollingPace> = {}): Intake {
  const { pauseMs, longestPauseMs, againMs, patienceMs } = { ...usualPace, ...pace };
  const stopping = new AbortController();
  const handling = new Set<Promise<void>>();
  /** Given by Telegram and not yet confirmed, in its order. */
  let taken: Taken[] = [];
  let polling: Promise<void> = Promise.resolve();
  let offset = 0;

  function handle(update: Update): Promise<void> {
    const one: Taken = { id: update.update_id, at: performance.now(), done: false, precious: false };
    taken.push(one);
    const handled = untilHandled(update, one).then((done) => {
      one.done = done;
      handling.delete(handled);
    });
    handling.add(handled);
    return handled;
  }

  /** What gets past the error boundary must not be lost (a payment that met a database in trouble): it is tried again. */
  async function untilHandled(update: Update, one: Taken): Promise<boolean> {
    for (let pause = pauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
      try {
        await bot.handleUpdate(update);
        return true;
      } catch (error) {
        one.precious = true;
        log.error({ update: update.update_id, ...problemOf(error) }, 'an update will be tried again');
        await wait(pause);
        // Not confirmed, it comes again at the next start.
        if (stopping.signal.aborted) return false;
      }
    }
  }

  function confirm(mayPass: (one: Taken) => boolean): void {
    const open = taken.findIndex((one) => !mayPass(one));
    const passed = open === -1 ? taken : taken.slice(0, open);
    taken = taken.slice(passed.length);
    offset = (passed.at(-1)?.id ?? offset - 1) + 1;
  }

  function fetch(timeout: number, limit: number, signal: AbortSignal): Promise<Update[]> {
    const query = { offset, limit, timeout, allowed_updates: [...allowedUpdates] };
    return bot.api.getUpdates(query, signal as never);
  }

  async function round(): Promise<void> {
    if (handling.size >= mostInHand) return within(againMs, Promise.race(handling));
    const late = performance.now() - patienceMs;
    confirm(({ done, at, precious }) => done || (at < late && !precious));
    const updates = await fetch(longPollSeconds, batch, stopping.signal);
    const known = new Set(taken.map(({ id }) => id));
    const fresh = updates.filter(({ update_id }) => !known.has(update_id));
    const begun = fresh.map(handle);
    // For the new ones alone: one that hangs must not slow down those who come after it.
    if (handling.size > 0) await within(againMs, begun.length > 0 ? Promise.all(begun) : Promise.race(handling));
    // Nothing but what we have, and no room in the answer for more: then the slow ones must not hide the new ones.
    if (fresh.length === 0 && updates.length === batch) confirm(() => true);
  }

  async function poll(): Promise<void> {
    let pause = pauseMs;
    while (!stopping.signal.aborted) {
      try {
        await round();
        pause = pauseMs;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn(problemOf(error), adviceOn(error));
        await wait(Math.max(askedPauseMs(error), pause));
        pause = Math.min(longestPauseMs, pause * 2);
      }
    }
  }

  const wait = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  /** The first word with Telegram: trouble on the way is tried again for a while, a refusal is final. */
  async function greet(): Promise<void> {
    for (let left = triesToStart - 1; ; left -= 1) {
      try {
        bot.botInfo = await bot.api.getMe();
        await bot.api.deleteWebhook();
        return;
      } catch (error) {
        const refused = error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
        if (refused) throw new Error(`Telegram does not know this BOT_TOKEN (${error.error_code}).`);
        const { problem } = problemOf(error);
        if (left === 0 || stopping.signal.aborted) throw new Error(`The bot cannot start. ${problem}.`);
        log.warn(problemOf(error), 'Telegram does not answer yet; trying again');
        await wait(Math.max(askedPauseMs(error), pauseMs * 2 ** (triesToStart - 1 - left)));
      }
    }
  }

  return {
    start: async () => {
      await greet();
      polling = poll();
    },
    stop: async (late) => {
      stopping.abort();
      await polling;
      await Promise.race([Promise.all(handling), aborted(late)]);
      if (handling.size > 0) log.error({ updates: handling.size }, 'stopped with updates in hand; they come again');
      // What was handled is confirmed, so that it does not come again at the next start.
      confirm(({ done }) => done);
      if (offset === 0) return;
      const farewell = AbortSignal.timeout(farewellMs);
      await fetch(0, 1, farewell).catch((error: unknown) => log.warn(problemOf(error), 'not confirmed'));
    },
  };
}

function adviceOn(error: unknown): string {
  const code = error instanceof GrammyError ? error.error_code : 0;
  if (code === 409) return 'another process takes the updates of this bot, or a webhook does: stop it';
  if (code === 401) return 'Telegram no longer knows our BOT_TOKEN';
  return 'no updates from Telegram; trying again';
}

const askedPauseMs = (error: unknown): number =>
  error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1_000 : 0;

const aborted = (signal: AbortSignal): Promise<unknown> => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = globalThis.setTimeout(resolve, ms);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
