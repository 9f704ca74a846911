import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from '#telegram/calls.ts';
import type { Events, TelegramEvent } from '#telegram/events.ts';
import type { BotRecord } from '#telegram/model.ts';
import type { Updates } from '#telegram/updates.ts';

/** Waits by events, without polling. */
export interface Waiting {
  /**
   * Resolves when the bot is idle as far as Telegram knows: every update is confirmed and every call answered. Use
   * `until` for work that a bot does later by itself.
   */
  quiet(bot: BotRecord, timeoutMs?: number): Promise<void>;
  /** Resolves with the first result of `look` that is not undefined; looks now and after every event. */
  until<T>(look: () => T | undefined, complaint: () => string, timeoutMs?: number): Promise<T>;
}

export const DEFAULT_TIMEOUT_MS = 10_000;
const busyEveryMs = 5;

export interface WaitingDeps {
  readonly calls: Calls;
  readonly events: Events;
  readonly updates: Updates;
  readonly defaultTimeoutMs: number;
  /** Tells whether a bot has work, for one that acknowledges updates before it handles them. */
  readonly isBusy?: ((bot: BotRecord) => Promise<boolean>) | undefined;
}

export function createWaiting({ calls, events, updates, defaultTimeoutMs, isBusy }: WaitingDeps): Waiting {
  function until<T>(look: () => T | undefined, complaint: () => string, timeoutMs = defaultTimeoutMs): Promise<T> {
    const now = look();
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      // Limits a test in real time, whatever the clock shows.
      const timer = setTimeout(
        () => finish(() => reject(new Error(`after ${timeoutMs} ms ${complaint()}`))),
        timeoutMs,
      );
      const stop = events.subscribe(() => {
        const result = look();
        if (result !== undefined) finish(() => resolve(result));
      });
      function finish(settle: () => void): void {
        clearTimeout(timer);
        stop();
        settle();
      }
    });
  }

  const idle = (bot: BotRecord): boolean => updates.pendingCount(bot) === 0 && calls.inFlight(bot.user.id) === 0;

  async function quiet(bot: BotRecord, timeoutMs = defaultTimeoutMs): Promise<void> {
    const complaint = (): string => {
      const waiting = [...updates.pending(bot)].map(({ update }) => `${update.update_id} (${Object.keys(update)[1]})`);
      return `@${bot.user.username} is not quiet: unconfirmed updates: ${waiting.join(', ') || 'none'}; calls in flight: ${calls.inFlight(bot.user.id)}`;
    };
    const looksIdle = (): true | undefined => (idle(bot) ? true : undefined);
    let busy = true;
    while (busy) {
      await until(looksIdle, complaint, timeoutMs);
      busy = (await wakesUp(bot)) || (await isBusyStill(bot, Date.now() + timeoutMs));
    }
  }

  /** Polls, because the bot's own work ends without an event. True if there was any. */
  async function isBusyStill(bot: BotRecord, deadline: number): Promise<boolean> {
    if (!(await isBusy?.(bot))) return false;
    while (await isBusy?.(bot)) {
      if (Date.now() > deadline) throw new Error('the bot does not finish what it took');
      await pause(busyEveryMs);
    }
    return true;
  }

  /** Yields to the bot, because an answer may cause another call at once. */
  function wakesUp(bot: BotRecord): Promise<boolean> {
    return new Promise((resolve) => {
      let called = false;
      const stop = events.subscribe((event: TelegramEvent) => {
        if (event.type !== 'call-started' || event.call.method === 'getUpdates') return;
        if (event.call.botId === bot.user.id) called = true;
      });
      const turns = (left: number): void => {
        if (left > 0) {
          setImmediate(turns, left - 1);
          return;
        }
        stop();
        resolve(called || !idle(bot));
      };
      turns(4);
    });
  }

  return { quiet, until };
}
