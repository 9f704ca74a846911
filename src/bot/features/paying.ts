import { Composer } from 'grammy';
import type { Failure } from '../../domain/failure.ts';
import { isRials, type Rials } from '../../domain/money.ts';
import { boughtStates } from '../../domain/order.ts';
import { err, type Result } from '../../domain/result.ts';
import type { Log } from '../../log.ts';
import { type Order, wantedOf } from '../../shop/orders/order.ts';
import type { Person } from '../../shop/people/people.ts';
import type { BotContext } from '../context.ts';
import { visitOf } from '../context.ts';
import { fitting } from '../fitting.ts';
import { type Counter, type Routes, refusal, type Step, type Visit } from '../routes.ts';
import { key, type Screen } from '../screen.ts';
import { failureScreen, failureText } from '../screens/failure.ts';
import { homeKey } from '../screens/navigation.ts';
import { send } from '../show.ts';
import { clipped, oneLine, type View } from '../view.ts';
import { createOrdering } from './ordering.ts';

/** Telegram takes at most so many code units of an invoice's title and of its description. */
const titleLength = 32;
const descriptionLength = 255;

/** Messengers count a currency in its smallest unit; a sum that is no whole number of ours was not asked for by us. */
const inUnits = (amount: Rials, exponent: number): number => amount * 10 ** exponent;
const inRials = (units: number, exponent: number): Rials | null => {
  const rials = units / 10 ** exponent;
  return isRials(rials) ? rials : null;
};

/** Paying by invoice: what the wallet lacks is asked for, and the payment buys. */
export function createPayingRoutes(counter: Counter): Routes<'pay'> {
  const { orders, paying, payments } = counter;
  const { ask } = createOrdering(counter);

  /** No invoice for it: it costs something else by now, is not for sale, or is over. */
  async function notDue(visit: Visit, id: string, failure: Failure): Promise<Step> {
    const order = await orders.find(id);
    if (failure.code !== 'quote-expired' || !order) return { screen: failureScreen(visit.view, failure) };
    const again = await orders.quote({ origin: visit.origin, buyerId: visit.person.id, wanted: wantedOf(order) });
    if (!again.ok) return { screen: failureScreen(visit.view, again.error, { to: 'number', mobile: order.mobile }) };
    return { screen: await ask(visit, again.value, { failure, was: order }) };
  }

  return {
    pay: async (visit: Visit, { order: id }): Promise<Step> => {
      const { view, person } = visit;
      if (!payments) return { screen: failureScreen(view, { code: 'not-allowed' }) };
      const due = await paying.due(id, person.id);
      if (!due.ok) return notDue(visit, id, due.error);
      const { order, amount } = due.value;
      // The wallet has been filled meanwhile: nothing is left to pay.
      if (amount === 0) return { screen: await ask(visit, order) };
      const title = oneLine(view.named(order.title, order.titleEn));
      return {
        screen: {
          text: view.html('invoice-below'),
          keys: [[{ label: view.plain('key-cancel'), press: { to: 'cancel', order: id } }]],
        },
        invoice: {
          title: fitting(title, titleLength),
          description: fitting(
            view.plain('invoice-description', {
              what: clipped(title, 120),
              number: view.mobile(order.mobile),
              code: order.code,
              amount: view.money(amount),
            }),
            descriptionLength,
          ),
          payload: order.id,
          provider_token: payments.token,
          currency: payments.currency,
          prices: [{ label: fitting(title, titleLength), amount: inUnits(amount, payments.exponent) }],
        },
      };
    },
  };
}

/** Why an invoice may not be paid any more, in the words that Telegram shows over it: no markup, and nothing to press. */
function refusalText(view: View, failure: Failure): string {
  if (failure.code === 'quote-expired') return view.plain('checkout-expired');
  if (failure.code === 'price-moved')
    return view.plain('checkout-price-moved', { was: view.money(failure.was), now: view.money(failure.now) });
  return failureText(view, failure).replace(/<[^>]*>/g, '');
}

/** The two questions that Telegram asks about an invoice: may it be paid, and it was. */
export function createPayments(counter: Counter, log: Log): Composer<BotContext> {
  const { paying, payments } = counter;
  const composer = new Composer<BotContext>();

  const rialsOf = (units: number, currency: string): Rials | null =>
    currency === payments?.currency ? inRials(units, payments.exponent) : null;

  async function mayPay(person: Person, orderId: string, amount: Rials | null): Promise<Result<Order, Failure>> {
    const refused = refusal(person, { to: 'pay', order: orderId });
    if (refused) return err(refused);
    // Not a sum that we asked for: an invoice from other settings, or none of ours.
    return amount === null ? err({ code: 'order-not-open' }) : paying.mayPay(orderId, person.id, amount);
  }

  composer.on('pre_checkout_query', async (ctx) => {
    const { invoice_payload: orderId, total_amount: units, currency } = ctx.preCheckoutQuery;
    const may = await mayPay(ctx.person, orderId, rialsOf(units, currency));
    if (may.ok) return void (await ctx.answerPreCheckoutQuery(true));
    await ctx.answerPreCheckoutQuery(false, { error_message: refusalText(ctx.view, may.error) });
  });

  composer.on('message:successful_payment', async (ctx) => {
    const {
      invoice_payload: orderId,
      total_amount: units,
      currency,
      telegram_payment_charge_id: chargeId,
    } = ctx.message.successful_payment;
    const visit = visitOf(ctx);
    const amount = rialsOf(units, currency);
    if (amount === null) {
      // It cannot be booked, and guessing is out of the question: the owner finds it by its charge.
      log.error({ person: visit.person.id, charge: chargeId, units, currency }, 'a payment fits no invoice of ours');
      return void (await send(ctx.api, visit.person.id, failureScreen(visit.view, { code: 'order-unknown' })));
    }
    const { kind, order, failure } = await paying.paid({
      chargeId,
      orderId,
      by: visit.person.id,
      amount,
    });
    const bought = kind !== 'kept' && order?.buyerId === visit.person.id && boughtStates.includes(order.state);
    // Of what was bought the receipt worker tells.
    if (!bought) await send(ctx.api, visit.person.id, keptScreen(visit.view, amount, failure));
  });
  return composer;
}

const keptScreen = (view: View, amount: Rials, why: Failure | null): Screen => ({
  text:
    why === null
      ? view.html('payment-kept', { amount: view.money(amount) })
      : view.html('payment-kept-why', { amount: view.money(amount), why: { html: failureText(view, why) } }),
  keys: [[key(view.plain('key-wallet'), { to: 'wallet' }), homeKey(view)]],
});
