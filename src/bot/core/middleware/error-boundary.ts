import { randomBytes } from 'node:crypto';
import type { MiddlewareFn } from 'grammy';
import type { Log } from '../../../log.ts';
import type { BotContext } from '../context.ts';
import { isFlooded, isTooLate, isUnreachable, problemOf } from '../problem.ts';
import { languageOf, type Texts } from '../texts.ts';

/** Where a bug stops: the person gets a reference, the log gets the same one. */
export function errorBoundary({ texts, log }: { readonly texts: Texts; readonly log: Log }): MiddlewareFn<BotContext> {
  const waiting = new Set<string>();
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const update = ctx.update.update_id;
      // Nobody's mistake, and nobody to tell.
      if (isUnreachable(error)) return log.info({ update, ...problemOf(error) }, 'an answer found nobody');
      if (isTooLate(error)) return log.warn({ update, ...problemOf(error) }, 'an answer came too late');
      if (isFlooded(error)) return log.warn({ update, ...problemOf(error) }, 'an answer was one too many');
      const reference = randomBytes(4).toString('hex');
      log.error({ reference, update, ...problemOf(error) }, 'an update could not be handled');
      const payment = ctx.message?.successful_payment;
      const charge = payment?.telegram_payment_charge_id;
      if (payment) log.error({ reference, person: ctx.from?.id, charge }, 'a payment waits');
      // It will be tried again and again; saying so once is enough.
      if (payment && waiting.has(payment.telegram_payment_charge_id)) throw error;
      if (payment) waiting.add(payment.telegram_payment_charge_id);
      if (ctx.chat?.type !== 'private' && !ctx.preCheckoutQuery) return;
      // Before the person is known (the database is down, say) Telegram's language has to do.
      const language =
        (ctx.person as BotContext['person'] | undefined)?.language ?? languageOf(ctx.from?.language_code);
      const key = payment ? 'error-payment' : ctx.preCheckoutQuery ? 'error-checkout' : 'error';
      const text = texts.translate(language, key, { reference });
      // Whoever is about to pay reads it over the invoice; without an answer Telegram would let them wait.
      const told = ctx.preCheckoutQuery
        ? ctx.answerPreCheckoutQuery(false, { error_message: text })
        : ctx.reply(text).then(() => true);
      await told.catch((failed: unknown) => log.warn({ reference, ...problemOf(failed) }, 'nor could it be said'));
      // Money came in: this update must be handled, however often it has to come.
      if (payment) throw error;
    }
  };
}
