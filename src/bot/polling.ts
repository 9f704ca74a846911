import { setTimeout } from 'node:timers/promises';
import { type Bot, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import { allowedUpdates } from './bot.ts';
import type { BotContext } from './core/context.ts';
import type { Inbox } from './core/inbox.ts';
import { problemOf } from './core/problem.ts';

/** Where updates come from. */
export interface UpdateSource {
  /** Rejects, in words for the operator, when Telegram does not let us in. */
  start(): Promise<void>;
  /** Takes nothing new. */
  stop(): Promise<void>;
}

export interface PollingDeps {
  readonly bot: Pick<Bot<BotContext>, 'api' | 'botInfo'>;
  readonly inbox: Pick<Inbox, 'receive' | 'isFull'>;
  readonly log: Log;
  /** Held by the process that polls. */
  readonly lease: { take(): Promise<boolean>; release(): Promise<void> };
  /** Another process polls the same bot, and has done so for longer: this one must end. */
  readonly onConflict: (error: Error) => void;
  readonly timings?: Partial<PollingTimings>;
}

export interface PollingTimings {
  /** After a failure; doubled after each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** How long the polling of a process that died is waited for. */
  readonly leaseMs: number;
  /** A process that has polled for longer than this stays when another one appears. */
  readonly youngMs: number;
}

export const defaultPollingTimings: PollingTimings = {
  pauseMs: 500,
  longestPauseMs: 30_000,
  leaseMs: 10_000,
  youngMs: 60_000,
};

const longPollSeconds = 30;
const batchSize = 100;
const triesToStart = 5;
const conflictsToStop = 3;
const anotherPolls = 'Another process takes the updates of this bot. Stop it first, or use a webhook for several.';

/** Long polling: a batch is stored first, and acknowledged by asking for what comes after it. */
export function createPolling({ bot, inbox, log, lease, onConflict, timings = {} }: PollingDeps): UpdateSource {
  const { pauseMs, longestPauseMs, leaseMs, youngMs } = { ...defaultPollingTimings, ...timings };
  const stopping = new AbortController();
  let polling: Promise<void> = Promise.resolve();
  let offset = 0;
  let renewing: NodeJS.Timeout | undefined;

  const wait = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  function fetchUpdates(): Promise<Update[]> {
    const query = { offset, limit: batchSize, timeout: longPollSeconds, allowed_updates: [...allowedUpdates] };
    return bot.api.getUpdates(query, stopping.signal as never);
  }

  async function round(): Promise<void> {
    if (inbox.isFull()) return wait(pauseMs);
    const updates = await fetchUpdates();
    if (updates.length === 0) return;
    await inbox.receive(updates);
    offset = (updates.at(-1)?.update_id ?? offset) + 1;
  }

  async function poll(): Promise<void> {
    const began = performance.now();
    let pause = pauseMs;
    let conflicts = 0;
    while (!stopping.signal.aborted) {
      try {
        await round();
        pause = pauseMs;
        conflicts = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        conflicts = isConflict(error) ? conflicts + 1 : 0;
        if (conflicts >= conflictsToStop && performance.now() - began < youngMs)
          return onConflict(new Error(anotherPolls));
        log.warn(problemOf(error), adviceOn(error));
        await wait(Math.max(askedPauseMs(error), pause));
        pause = Math.min(longestPauseMs, pause * 2);
      }
    }
  }

  /** Trouble on the way to Telegram is tried again for a while; a refusal is final. */
  async function connect(): Promise<void> {
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

  /** A lease that its process renews is never free; that of a dead one is, soon. */
  async function becomeOnly(): Promise<void> {
    const enough = performance.now() + leaseMs * 1.5;
    while (!(await lease.take())) {
      if (performance.now() > enough) throw new Error(anotherPolls);
      await wait(Math.min(pauseMs, leaseMs / 5));
    }
    renewing = setInterval(() => void renew(), leaseMs / 3);
  }

  async function renew(): Promise<void> {
    try {
      if (!(await lease.take())) onConflict(new Error(anotherPolls));
    } catch (error) {
      log.warn(problemOf(error), 'polling lease not renewed');
    }
  }

  return {
    start: async () => {
      await connect();
      await becomeOnly();
      polling = poll();
    },
    stop: async () => {
      stopping.abort();
      await polling;
      clearInterval(renewing);
      await lease.release().catch((error: unknown) => log.warn(problemOf(error), 'polling lease not released'));
    },
  };
}

const isConflict = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 409;

function adviceOn(error: unknown): string {
  if (isConflict(error)) return 'another process takes the updates of this bot, or a webhook does: stop it';
  if (error instanceof GrammyError && error.error_code === 401) return 'Telegram no longer knows our BOT_TOKEN';
  return 'no updates from Telegram; trying again';
}

const askedPauseMs = (error: unknown): number =>
  error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1_000 : 0;
