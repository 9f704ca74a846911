import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from '../calls.ts';
import type { Events, TelegramEvent } from '../events.ts';
import type { BotRecord } from '../model.ts';
import type { Updates } from '../updates.ts';

/** Waiting by events: nothing here looks again after a while, everything looks again when something happened. */
export interface Waiting {
  /**
   * Resolves when the bot has nothing left to do that Telegram can know of: every update confirmed (an offset beyond it,
   * or a 2xx from the webhook) and every call answered. Work that a bot does on its own later is not seen: await what it
   * leads to with `until`.
   */
  quiet(bot: BotRecord, timeoutMs?: number): Promise<void>;
  /** Resolves with the first result of `look` that is not undefined, looking now and after every event. */
  until<T>(look: () => T | undefined, complaint: () => string, timeoutMs?: number): Promise<T>;
}

export const PATIENCE_MS = 10_000;
const busyEveryMs = 5;

export interface WaitingDeps {
  readonly calls: Calls;
  readonly events: Events;
  readonly updates: Updates;
  readonly patienceMs: number;
  /** Whether the bot has work that Telegram cannot know of: it acknowledges updates before it handles them. */
  readonly isBusy?: (() => Promise<boolean>) | undefined;
}

export function createWaiting({ calls, events, updates, patienceMs, isBusy }: WaitingDeps): Waiting {
  function until<T>(look: () => T | undefined, complaint: () => string, timeoutMs = patienceMs): Promise<T> {
    const now = look();
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      // Not a wait: the limit of a test's patience, on real time whatever clock the rest runs by.
      const timer = setTimeout(
        () => finish(() => reject(new Error(`after ${timeoutMs} ms ${complaint()}`))),
        timeoutMs,
      );
      const stop = events.subscribe(() => {
        const found = look();
        if (found !== undefined) finish(() => resolve(found));
      });
      function finish(settle: () => void): void {
        clearTimeout(timer);
        stop();
        settle();
      }
    });
  }

  const idle = (bot: BotRecord): boolean => updates.pendingCount(bot) === 0 && calls.inFlight(bot.user.id) === 0;

  async function quiet(bot: BotRecord, timeoutMs = patienceMs): Promise<void> {
    const complaint = (): string => {
      const waiting = [...updates.pending(bot)].map(({ update }) => `${update.update_id} (${Object.keys(update)[1]})`);
      return `@${bot.user.username} is not quiet: unconfirmed updates: ${waiting.join(', ') || 'none'}; calls in flight: ${calls.inFlight(bot.user.id)}`;
    };
    const looksIdle = (): true | undefined => (idle(bot) ? true : undefined);
    let busy = true;
    while (busy) {
      await until(looksIdle, complaint, timeoutMs);
      busy = (await wakesUp(bot)) || (await isBusyStill(Date.now() + timeoutMs));
    }
  }

  /** Its own work ends without an event: it is asked again until then. True: it had some. */
  async function isBusyStill(deadline: number): Promise<boolean> {
    if (!(await isBusy?.())) return false;
    while (await isBusy?.()) {
      if (Date.now() > deadline) throw new Error('the bot does not finish what it took');
      await pause(busyEveryMs);
    }
    return true;
  }

  /** Lets the bot take its next turn: an answer just sent may lead to another call at once. */
  function wakesUp(bot: BotRecord): Promise<boolean> {
    return new Promise((resolve) => {
      let called = false;
      const stop = events.subscribe((event: TelegramEvent) => {
        if (event.type === 'call-started' && event.call.method !== 'getUpdates') called = true;
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
