import { Composer } from 'grammy';
import type { PreCheckoutQuery } from 'grammy/types';
import { paymentActions } from '#bot/actions/payments.ts';
import { authorize } from '#bot/kit/action.ts';
import { type BotContext, requestOf } from '#bot/kit/context.ts';
import { failureScreen, failureText } from '#bot/kit/failure.ts';
import { type Formatter, plainText } from '#bot/kit/formatter.ts';
import type { Invoice } from '#bot/kit/request.ts';
import { send } from '#bot/kit/show.ts';
import { truncateToSize } from '#bot/kit/truncate.ts';
import type { Services } from '#bot/parts.ts';
import type { Failure } from '#domain/failure.ts';
import { isRials, type Rials } from '#domain/money.ts';
import type { Person } from '#domain/person.ts';
import { err, type Result } from '#domain/result.ts';
import type { Log } from '#log.ts';

/** Telegram's limits on the title and the description of an invoice, in code units. */
const titleLength = 32;
const descriptionLength = 255;

/** Telegram counts a currency in its smallest unit; an amount that is no whole number of rials is not of our invoices. */
const inUnits = (amount: Rials, exponent: number): number => amount * 10 ** exponent;
const inRials = (units: number, exponent: number): Rials | null => {
  const rials = units / 10 ** exponent;
  return isRials(rials) ? rials : null;
};

export function invoiceOf(
  { token, currency, exponent }: NonNullable<Services['invoices']>,
  { payload, title, description, amount }: { payload: string; title: string; description: string; amount: Rials },
): Invoice {
  const label = truncateToSize(title, titleLength);
  return {
    title: label,
    description: truncateToSize(description, descriptionLength),
    payload,
    provider_token: token,
    currency,
    prices: [{ label, amount: inUnits(amount, exponent) }],
  };
}

/** Why an invoice may not be paid any more, as the plain text that Telegram shows over it. */
function refusalText(format: Formatter, failure: Failure): string {
  if (failure.code === 'quote-expired') return format.plain('checkout-expired');
  if (failure.code === 'price-moved')
    return format.plain('checkout-price-moved', { was: format.money(failure.was), now: format.money(failure.now) });
  return plainText(failureText(format, failure));
}

/** Answers pre-checkout queries and books payments. */
export function createInvoices(
  { payments, invoices }: Pick<Services, 'payments' | 'invoices'>,
  log: Log,
): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  const rialsOf = (units: number, currency: string): Rials | null =>
    currency === invoices?.currency ? inRials(units, invoices.exponent) : null;

  async function mayPay(person: Person, query: PreCheckoutQuery): Promise<Result<null, Failure>> {
    const { id, invoice_payload: payload, total_amount: units, currency } = query;
    const amount = rialsOf(units, currency);
    // Blocked people may pay what they owe: `mayPay` refuses the rest.
    const refusal = authorize(person, paymentActions.payAmount);
    if (refusal) return err(refusal);
    // An invoice of other settings, or none of ours.
    if (amount === null) return err({ code: 'order-not-open' });
    const transaction = invoices?.inquiry ? id : null;
    return payments.invoices.mayPay(payload, person.id, amount, transaction);
  }

  composer.on('pre_checkout_query', async (ctx) => {
    const may = await mayPay(ctx.person, ctx.preCheckoutQuery);
    if (may.ok) return void (await ctx.answerPreCheckoutQuery(true));
    await ctx.answerPreCheckoutQuery(false, { error_message: refusalText(ctx.format, may.error) });
  });

  composer.on('message:successful_payment', async (ctx) => {
    const {
      invoice_payload: payload,
      total_amount: units,
      currency,
      telegram_payment_charge_id: chargeId,
    } = ctx.message.successful_payment;
    const request = requestOf(ctx);
    // Settings may have changed since the invoice was sent: it was paid as it was stored.
    const amount = (await payments.invoices.amountOf(payload, request.person.id)) ?? rialsOf(units, currency);
    if (amount === null) {
      // It cannot be booked; the owner finds it by its charge id.
      log.error({ person: request.person.id, charge: chargeId, units, currency }, 'a payment fits no invoice of ours');
      return void (await send(ctx.api, request.person.id, failureScreen(request.format, { code: 'order-unknown' })));
    }
    // The receipt worker tells what came of it.
    const inquiry = invoices?.inquiry ?? false;
    await payments.invoices.paid({ chargeId, payload, by: request.person.id, amount, inquiry });
  });
  return composer;
}
