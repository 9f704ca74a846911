import { setTimeout } from 'node:timers/promises';
import type { Bot } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import type { BotContext } from './core/context.ts';
import { problemOf } from './core/problem.ts';

export interface TryingPace {
  /** After a failure; twice as long after each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

export interface Trying extends TryingPace {
  readonly bot: Pick<Bot<BotContext>, 'handleUpdate'>;
  readonly log: Log;
  readonly stopping: AbortSignal;
  readonly onFailed?: () => void;
}

/**
 * What gets past the error boundary must not be lost (a payment that met a database in trouble): it is tried again. False:
 * we stop, and it is not handled.
 */
export async function untilHandled(update: Update, trying: Trying): Promise<boolean> {
  const { bot, log, stopping, pauseMs, longestPauseMs, onFailed } = trying;
  for (let pause = pauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      await bot.handleUpdate(update);
      return true;
    } catch (error) {
      onFailed?.();
      log.error({ update: update.update_id, ...problemOf(error) }, 'an update will be tried again');
      await setTimeout(pause, undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return false;
    }
  }
}
