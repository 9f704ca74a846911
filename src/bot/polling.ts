import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Bot, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import type { KeyValue } from '../storage/key-value.ts';
import { within } from '../within.ts';
import { allowedUpdates } from './bot.ts';
import type { BotContext } from './core/context.ts';
import { problemOf } from './core/problem.ts';
import { type TryingPace, untilHandled } from './until-handled.ts';

export interface Intake {
  /** Rejects, in words for whoever runs it, when Telegram does not let us in. */
  start(): Promise<void>;
  /** Takes nothing new and waits for what is being handled, until it is too late for that. */
  stop(late: AbortSignal): Promise<void>;
  /** Resolves when nothing is being handled any more, too late or not. */
  over(): Promise<unknown>;
}

export interface PollingDeps {
  readonly bot: Bot<BotContext>;
  readonly log: Log;
  /** For what must outlive us although Telegram no longer keeps it; `withLeftovers` takes it up at the next start. */
  readonly store: KeyValue<Update>;
  readonly pace?: Partial<PollingPace>;
}

export interface PollingPace extends TryingPace {
  /** How often Telegram is asked for more while something in hand keeps it from waiting for us. */
  readonly againMs: number;
  /** An update that takes longer than this no longer holds back the others: after a crash it would not come again. */
  readonly patienceMs: number;
}

export const usualPace: PollingPace = {
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
  readonly update: Update;
  readonly at: number;
  done: boolean;
  /** It brings money, or failed and is tried again: someone keeps it until it is handled, however long that takes. */
  precious: boolean;
  /** By us, so that Telegram need not. */
  kept: boolean;
  keeping: Promise<void> | null;
  /** It could not be kept, and that was said. */
  told: boolean;
}

/**
 * Asking for what comes after an update tells Telegram that it need not be kept. So we only ask past those that were
 * handled, in order: whatever was in hand at a crash comes again.
 */
export function createPolling({ bot, log, store, pace = {} }: PollingDeps): Intake {
  const { pauseMs, longestPauseMs, againMs, patienceMs } = { ...usualPace, ...pace };
  const stopping = new AbortController();
  const handling = new Set<Promise<void>>();
  /** Given by Telegram and not yet confirmed, in its order. */
  let taken: Taken[] = [];
  let polling: Promise<void> = Promise.resolve();
  let offset = 0;

  function handle(update: Update): Promise<void> {
    const precious = update.message?.successful_payment !== undefined;
    const one: Taken = {
      update,
      at: performance.now(),
      done: false,
      precious,
      kept: false,
      keeping: null,
      told: false,
    };
    taken.push(one);
    const onFailed = () => {
      one.precious = true;
    };
    const trying = { bot, log, pauseMs, longestPauseMs, stopping: stopping.signal, onFailed };
    const handled = untilHandled(update, trying).then(async (done) => {
      one.done = done;
      if (done && (one.kept || one.keeping)) await forget(one);
      handling.delete(handled);
    });
    handling.add(handled);
    return handled;
  }

  /** So that it is found at the next start, whatever becomes of us. */
  async function keep(one: Taken): Promise<void> {
    try {
      await store.set(String(one.update.update_id), one.update);
      one.kept = true;
    } catch (error) {
      // It is tried at every round; saying so once is enough.
      if (!one.told) log.error({ update: one.update.update_id, ...problemOf(error) }, 'kept by Telegram alone, so far');
      one.told = true;
    } finally {
      one.keeping = null;
    }
  }

  async function forget(one: Taken): Promise<void> {
    await one.keeping;
    const id = one.update.update_id;
    // Found again, it finds itself done.
    await store
      .delete(String(id))
      .catch((error: unknown) => log.warn({ update: id, ...problemOf(error) }, 'still kept'));
  }

  /** Lets go of them as far as that is safe. */
  async function letGo(some: readonly Taken[]): Promise<void> {
    const unsafe = some.filter(({ done, precious, kept }) => !done && precious && !kept);
    for (const one of unsafe) one.keeping ??= keep(one);
    // A database that hangs holds up those who need it, and not the end.
    if (unsafe.length > 0) await within(againMs, Promise.all(unsafe.map(({ keeping }) => keeping)));
    const ready = new Set(some);
    confirm((one) => one.done || (ready.has(one) && (one.kept || !one.precious)));
  }

  function confirm(mayPass: (one: Taken) => boolean): void {
    const open = taken.findIndex((one) => !mayPass(one));
    const passed = open === -1 ? taken : taken.slice(0, open);
    taken = taken.slice(passed.length);
    offset = (passed.at(-1)?.update.update_id ?? offset - 1) + 1;
  }

  function fetch(timeout: number, limit: number, signal: AbortSignal): Promise<Update[]> {
    const query = { offset, limit, timeout, allowed_updates: [...allowedUpdates] };
    return bot.api.getUpdates(query, signal as never);
  }

  async function round(): Promise<void> {
    if (handling.size >= mostInHand) return void (await within(againMs, Promise.race(handling)));
    const late = performance.now() - patienceMs;
    await letGo(taken.filter(({ at }) => at < late));
    const updates = await fetch(longPollSeconds, batch, stopping.signal);
    const known = new Set(taken.map(({ update }) => update.update_id));
    const fresh = updates.filter(({ update_id }) => !known.has(update_id));
    const begun = fresh.map(handle);
    // For the new ones alone: one that hangs must not slow down those who come after it.
    if (handling.size > 0) await within(againMs, begun.length > 0 ? Promise.all(begun) : Promise.race(handling));
    // Nothing but what we have, and no room in the answer for more: then the slow ones must not hide the new ones.
    if (fresh.length === 0 && updates.length === batch) await letGo(taken);
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
    over: () => Promise.all(handling),
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

export const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');
