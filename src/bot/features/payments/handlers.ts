import { Composer } from 'grammy';
import type { Failure } from '../../../domain/failure.ts';
import { isRials, type Rials } from '../../../domain/money.ts';
import { err, type Result } from '../../../domain/result.ts';
import type { Log } from '../../../log.ts';
import { intentOf } from '../../../shop/orders/order.ts';
import type { Person } from '../../../shop/people/people.ts';
import { invoiceView } from '../../../shop/receipts/order-messages.ts';
import { subjectOf } from '../../../shop/receipts/receipt-jobs.ts';
import { authorize } from '../../core/authorize.ts';
import { type BotContext, requestOf } from '../../core/context.ts';
import { failureReply, failureScreen, failureText } from '../../core/failure.ts';
import { defineFeature, type Feature } from '../../core/feature.ts';
import { type Formatter, oneLine, truncate } from '../../core/formatter.ts';
import type { BotRequest, Reply } from '../../core/request.ts';
import type { Services } from '../../core/services.ts';
import { send } from '../../core/show.ts';
import { truncateToSize } from '../../core/truncate.ts';
import { numberActions } from '../numbers/actions.ts';
import type { Ordering } from '../orders/ordering.ts';
import { paymentActions } from './actions.ts';
import { aboveInvoiceScreen } from './screens.ts';

/** Telegram's limits on the title and the description of an invoice, in code units. */
const titleLength = 32;
const descriptionLength = 255;

/** Telegram counts a currency in its smallest unit; an amount that is no whole number of rials is not of our invoices. */
const inUnits = (amount: Rials, exponent: number): number => amount * 10 ** exponent;
const inRials = (units: number, exponent: number): Rials | null => {
  const rials = units / 10 ** exponent;
  return isRials(rials) ? rials : null;
};

/** Paying by invoice: the invoice asks for what the wallet lacks, and the payment confirms the order. */
export function createPaymentsFeature(
  { orders, payments, invoices }: Pick<Services, 'orders' | 'payments' | 'invoices'>,
  { askToConfirm }: Pick<Ordering, 'askToConfirm'>,
): Feature {
  /** No invoice: the price has changed, the item is not for sale, or the order is over. */
  async function notDue(request: BotRequest, id: string, failure: Failure): Promise<Reply> {
    const order = await orders.find(id);
    if (failure.code !== 'quote-expired' || !order) return failureReply(request.format, failure);
    const again = await orders.quote({ origin: request.origin, buyerId: request.person.id, wanted: intentOf(order) });
    if (!again.ok) return failureReply(request.format, again.error, numberActions.number({ mobile: order.mobile }));
    return { screen: await askToConfirm(request, again.value, { failure, was: order }) };
  }

  return defineFeature(paymentActions, {
    pay: async (request, { order: id }) => {
      const { format, person } = request;
      if (!invoices) return failureReply(format, { code: 'not-allowed' });
      const due = await payments.due(id, person.id);
      if (!due.ok) return notDue(request, id, due.error);
      const { order, amount } = due.value;
      // The wallet covers it by now.
      if (amount === 0) return { screen: await askToConfirm(request, order) };
      const payment = await payments.invoices.open({
        source: request.origin,
        by: person.id,
        amount,
        orderId: order.id,
      });
      const title = oneLine(format.named(order.title, order.titleEn));
      return {
        screen: aboveInvoiceScreen(format, order),
        tracks: { subject: subjectOf(order), view: invoiceView },
        invoice: {
          title: truncateToSize(title, titleLength),
          description: truncateToSize(
            format.plain('invoice-description', {
              what: truncate(title, 120),
              number: format.mobile(order.mobile),
              code: order.code,
              amount: format.money(amount),
            }),
            descriptionLength,
          ),
          payload: payment.id,
          provider_token: invoices.token,
          currency: invoices.currency,
          prices: [{ label: truncateToSize(title, titleLength), amount: inUnits(amount, invoices.exponent) }],
        },
      };
    },
  });
}

/** Why an invoice may not be paid any more, as the plain text that Telegram shows over it. */
function refusalText(format: Formatter, failure: Failure): string {
  if (failure.code === 'quote-expired') return format.plain('checkout-expired');
  if (failure.code === 'price-moved')
    return format.plain('checkout-price-moved', { was: format.money(failure.was), now: format.money(failure.now) });
  return failureText(format, failure).replace(/<[^>]*>/g, '');
}

/** Answers pre-checkout queries and books payments. */
export function createPayments(
  { payments, invoices }: Pick<Services, 'payments' | 'invoices'>,
  log: Log,
): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  const rialsOf = (units: number, currency: string): Rials | null =>
    currency === invoices?.currency ? inRials(units, invoices.exponent) : null;

  async function mayPay(person: Person, payload: string, amount: Rials | null): Promise<Result<null, Failure>> {
    const refused = authorize(person, paymentActions.pay);
    if (refused) return err(refused);
    // An invoice of other settings, or none of ours.
    return amount === null ? err({ code: 'order-not-open' }) : payments.invoices.mayPay(payload, person.id, amount);
  }

  composer.on('pre_checkout_query', async (ctx) => {
    const { invoice_payload: payload, total_amount: units, currency } = ctx.preCheckoutQuery;
    const may = await mayPay(ctx.person, payload, rialsOf(units, currency));
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
    const amount = rialsOf(units, currency);
    if (amount === null) {
      // It cannot be booked; the owner finds it by its charge id.
      log.error({ person: request.person.id, charge: chargeId, units, currency }, 'a payment fits no invoice of ours');
      return void (await send(ctx.api, request.person.id, failureScreen(request.format, { code: 'order-unknown' })));
    }
    // The receipt worker tells what came of it.
    await payments.invoices.paid({ chargeId, payload, by: request.person.id, amount });
  });
  return composer;
}
