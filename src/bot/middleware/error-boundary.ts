import { randomBytes } from 'node:crypto';
import { GrammyError, HttpError, type MiddlewareFn } from 'grammy';
import type { Log } from '../../log.ts';
import type { BotContext } from '../context.ts';
import { languageOf, type Texts } from '../texts.ts';

/** Chosen fields only: an error or a context printed whole shows the bot's token. */
export function problemOf(error: unknown): { name: string; problem: string } {
  if (error instanceof GrammyError)
    return { name: error.name, problem: `${error.method}: ${error.error_code} ${error.description}` };
  if (error instanceof HttpError) return { name: error.name, problem: 'Telegram could not be reached' };
  if (error instanceof Error) return { name: error.name, problem: error.message };
  return { name: 'unknown', problem: typeof error };
}

/** Where a bug stops: the person gets a reference, the log gets the same one. */
export function errorBoundary({ texts, log }: { readonly texts: Texts; readonly log: Log }): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const reference = randomBytes(4).toString('hex');
      log.error({ reference, update: ctx.update.update_id, ...problemOf(error) }, 'an update could not be handled');
      if (ctx.chat?.type !== 'private') return;
      // Before the person is known (the database is down, say) Telegram's language has to do.
      const language =
        (ctx.person as BotContext['person'] | undefined)?.language ?? languageOf(ctx.from?.language_code);
      const text = texts.translate(language, 'error', { reference });
      await ctx
        .reply(text)
        .catch((failed: unknown) => log.warn({ reference, ...problemOf(failed) }, 'nor could it be said'));
    }
  };
}
