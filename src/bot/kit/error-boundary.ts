import type { MiddlewareFn } from 'grammy';
import { isFlooded, isTooLate, isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { BotContext } from './context.ts';

/** By the inbox, which handles the update again. */
export const isRetried = (error: unknown): boolean => !(isUnreachable(error) || isTooLate(error) || isFlooded(error));

/** Catches errors that a retry would not fix; all others reach the inbox, which retries the update. */
export function errorBoundary({ log }: { readonly log: Log }): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const fields = { update: ctx.update.update_id, ...problemOf(error) };
      if (isUnreachable(error)) return log.info(fields, 'reply failed: user unreachable');
      if (isTooLate(error)) return log.warn(fields, 'reply failed: query too old');
      if (isFlooded(error)) return log.warn(fields, 'reply failed: flood limit');
      throw error;
    }
  };
}
