import { setTimeout } from 'node:timers/promises';
import { type Bot, GrammyError, HttpError } from 'grammy';
import type { BotContext } from '#bot/kit/context.ts';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { askedPauseMs, isTransient, problemOf } from '#bot/telegram/problem.ts';
import { notBotApi } from '#bot/telegram/transport.ts';
import type { Log } from '#log.ts';

/** Where updates come from: long polling or the webhook. */
export interface UpdateSource {
  /** Called when Telegram has answered. Rejects with a message for the operator. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How Telegram is reached, for the log: without token, user and password. */
export interface Route {
  readonly api: string;
  readonly proxy: string | null;
}

interface ConnectionDeps {
  readonly bot: Pick<Bot<BotContext>, 'api' | 'botInfo'>;
  readonly source: UpdateSource;
  readonly route: Route;
  readonly log: Log;
  readonly onConnected: () => void;
  /** It cannot be retried: the process must stop. */
  readonly onRefused: (error: Error) => void;
  /** After a failure; doubled after each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

/** Reaches Telegram before updates are taken, however long that takes. */
export function createConnection(deps: ConnectionDeps): UpdateSource {
  const { bot, source, route, log, onConnected, onRefused, pauseMs, longestPauseMs } = deps;
  const stopping = new AbortController();
  let background: Promise<void> = Promise.resolve();

  /** Null: connected, or stopped. Otherwise what to wait before the next attempt. */
  async function attempt(pause: number): Promise<number | null> {
    try {
      bot.botInfo = await bot.api.getMe(grammySignal(stopping.signal));
      if (stopping.signal.aborted) return null;
      await source.start();
    } catch (error) {
      if (stopping.signal.aborted) return null;
      if (isFinal(error)) throw refusal(error);
      log.warn({ ...route, ...problemOf(error) }, 'Telegram cannot be reached; retrying');
      return Math.max(askedPauseMs(error) ?? 0, pause);
    }
    if (!stopping.signal.aborted) onConnected();
    return null;
  }

  async function keepTrying(first: number): Promise<void> {
    let wait: number | null = first;
    for (let pause = pauseMs; wait !== null; ) {
      await setTimeout(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      pause = Math.min(longestPauseMs, pause * 2);
      wait = stopping.signal.aborted ? null : await attempt(pause);
    }
    if (!stopping.signal.aborted) log.info({ ...route }, 'Telegram reached');
  }

  return {
    /** Resolves after the first attempt; later ones follow in the background. */
    start: async () => {
      const wait = await attempt(pauseMs);
      if (wait !== null) background = keepTrying(wait).catch(onRefused);
    },
    stop: async () => {
      stopping.abort();
      await background;
      await source.stop();
    },
  };
}

/** A filter on the way may answer with any status; that is not Telegram's word. */
const isFinal = (error: unknown): boolean =>
  error instanceof GrammyError ? error.description !== notBotApi && !isTransient(error) : !(error instanceof HttpError);

/** Why a bot cannot start: the messenger does not know its token. */
export class TokenRefusedError extends Error {}

function refusal(error: unknown): Error {
  if (!(error instanceof GrammyError)) return error instanceof Error ? error : new Error('The bot cannot start.');
  if (error.error_code === 401 || error.error_code === 404)
    return new TokenRefusedError(`Telegram does not know this BOT_TOKEN (${error.error_code}).`);
  return new Error(`The bot cannot start. ${problemOf(error).problem}.`);
}
