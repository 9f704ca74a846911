import { randomBytes } from 'node:crypto';
import type { MiddlewareFn } from 'grammy';
import type { Log } from '../../log.ts';
import type { BotContext } from '../context.ts';
import { isFlooded, isGone, isTooLate, problemOf } from '../problem.ts';
import { languageOf, type Texts } from '../texts.ts';

/** Where a bug stops: the person gets a reference, the log gets the same one. */
export function errorBoundary({ texts, log }: { readonly texts: Texts; readonly log: Log }): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const update = ctx.update.update_id;
      // Nobody's mistake, and nobody to tell.
      if (isGone(error)) return log.info({ update, ...problemOf(error) }, 'an answer found nobody');
      if (isTooLate(error)) return log.warn({ update, ...problemOf(error) }, 'an answer came too late');
      if (isFlooded(error)) return log.warn({ update, ...problemOf(error) }, 'an answer was one too many');
      const reference = randomBytes(4).toString('hex');
      log.error({ reference, update, ...problemOf(error) }, 'an update could not be handled');
      const payment = ctx.message?.successful_payment;
      if (payment) {
        // Money came in: this update must be handled, however often it has to come, and the log must tell whose it was.
        log.error({ reference, person: ctx.from?.id, charge: payment.telegram_payment_charge_id }, 'a payment waits');
        throw error;
      }
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
