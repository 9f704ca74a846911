import { setTimeout } from 'node:timers/promises';
import { type Bot, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { BotContext } from '#bot/kit/context.ts';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { askedPauseMs, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { UpdateSource } from './connection.ts';
import type { Inbox } from './inbox.ts';
import { allowedUpdates } from './update-identity.ts';

interface PollingDeps {
  readonly bot: Pick<Bot<BotContext>, 'api'>;
  readonly inbox: Pick<Inbox, 'receive' | 'isFull'>;
  readonly log: Log;
  /** Held by the process that polls. */
  readonly lease: { take(): Promise<boolean>; release(): Promise<void> };
  /** Another process polls the same bot: this one must stop. */
  readonly onConflict: (error: Error) => void;
  readonly timings?: Partial<PollingTimings>;
}

export interface PollingTimings {
  /** After a failure; doubled after each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** How long to wait for the lease of a crashed process. */
  readonly leaseMs: number;
  /** A process that has polled longer than this stays when another one appears. */
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
const conflictsToStop = 3;
const conflictAdvice = 'Another process takes the updates of this bot. Stop it first, or use a webhook for several.';

/** Why a bot stopped: someone else takes its updates. */
export const isTaken = (error: Error): boolean => error.message === conflictAdvice;

/** A batch is stored before the next call acknowledges it. */
export function createPolling({ bot, inbox, log, lease, onConflict, timings = {} }: PollingDeps): UpdateSource {
  const { pauseMs, longestPauseMs, leaseMs, youngMs } = { ...defaultPollingTimings, ...timings };
  const stopping = new AbortController();
  let polling: Promise<void> = Promise.resolve();
  let offset = 0;
  let renewing: NodeJS.Timeout | undefined;

  const wait = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  function fetchUpdates(): Promise<Update[]> {
    const query = { offset, limit: batchSize, timeout: longPollSeconds, allowed_updates: [...allowedUpdates] };
    return bot.api.getUpdates(query, grammySignal(stopping.signal));
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
          return onConflict(new Error(conflictAdvice));
        log.warn(problemOf(error), adviceOn(error));
        await wait(Math.max(askedPauseMs(error) ?? 0, pause));
        pause = Math.min(longestPauseMs, pause * 2);
      }
    }
  }

  /** Waits for the lease of a crashed process to expire; a live process renews it. */
  async function acquireLease(): Promise<void> {
    const giveUpAt = performance.now() + leaseMs * 1.5;
    const isOver = () => performance.now() > giveUpAt || stopping.signal.aborted;
    // The last attempt begins after that time, however long this process was stopped before.
    for (let isLast = isOver(); !(await lease.take()); isLast = isOver()) {
      if (isLast) throw new Error(conflictAdvice);
      await wait(Math.min(pauseMs, leaseMs / 5));
    }
    renewing = setInterval(() => void renew(), leaseMs / 3);
  }

  async function renew(): Promise<void> {
    try {
      if (!(await lease.take())) onConflict(new Error(conflictAdvice));
    } catch (error) {
      log.warn(problemOf(error), 'polling lease not renewed');
    }
  }

  return {
    start: async () => {
      await bot.api.deleteWebhook(undefined, grammySignal(stopping.signal));
      await acquireLease();
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
  if (isConflict(error)) return 'no updates from Telegram: another process or a webhook takes them';
  if (error instanceof GrammyError && error.error_code === 401) return 'no updates from Telegram: BOT_TOKEN refused';
  return 'no updates from Telegram; retrying';
}
