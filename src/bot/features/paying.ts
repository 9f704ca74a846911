import { Composer } from 'grammy';
import type { BotContext } from '../context.ts';
import { visitOf } from '../context.ts';
import type { Counter, Routes, Step, Visit } from '../routes.ts';
import { failureScreen, failureText } from '../screens/failure.ts';
import { orderScreen } from '../screens/order.ts';
import { messageOptions } from '../show.ts';

/** Telegram shows at most so much of an invoice. */
const titleLength = 32;

/** Paying by invoice: what the wallet lacks is asked for, and the payment buys. */
export function createPayingRoutes(counter: Counter): Routes<'pay'> {
  const { paying, payments } = counter;
  return {
    pay: async (visit: Visit, { order: id }): Promise<Step> => {
      const { view, person } = visit;
      if (!payments) return { screen: failureScreen(view, { code: 'not-allowed' }) };
      const due = await paying.due(id, person.id);
      if (!due.ok) return { screen: failureScreen(view, due.error, { to: 'again', order: id }) };
      const { order, amount } = due.value;
      const title = view.named(order.title, order.titleEn).replace(/[\u2066-\u2069]/g, '');
      return {
        screen: {
          text: view.html('invoice-below'),
          keys: [[{ label: view.plain('key-cancel'), press: { to: 'cancel', order: id } }]],
        },
        invoice: {
          title: [...title].slice(0, titleLength).join(''),
          description: view.plain('invoice-description', { what: title, number: order.mobile, code: order.code }),
          payload: order.id,
          provider_token: payments.token,
          currency: payments.currency,
          prices: [{ label: [...title].slice(0, titleLength).join(''), amount }],
        },
      };
    },
  };
}

/** The two questions that Telegram asks about an invoice: may it be paid, and it was. */
export function createPayments(counter: Counter): Composer<BotContext> {
  const { numbers, paying, wakeSettler } = counter;
  const composer = new Composer<BotContext>();

  composer.on('pre_checkout_query', async (ctx) => {
    const { invoice_payload: orderId, total_amount: amount } = ctx.preCheckoutQuery;
    const may = await paying.mayPay(orderId, ctx.person.id, amount);
    if (may.ok) return void (await ctx.answerPreCheckoutQuery(true));
    const error_message = failureText(ctx.view, may.error).replace(/<[^>]*>/g, '');
    await ctx.answerPreCheckoutQuery(false, { error_message });
  });

  composer.on('message:successful_payment', async (ctx) => {
    const {
      invoice_payload: orderId,
      total_amount: amount,
      telegram_payment_charge_id: chargeId,
    } = ctx.message.successful_payment;
    const { person, view } = visitOf(ctx);
    const { kind, order } = await paying.paid({ chargeId, orderId, by: person.id, amount });
    if (kind === 'kept' || !order) {
      await ctx.reply(view.html('payment-kept', { amount: view.money(amount) }), { parse_mode: 'HTML' });
      return;
    }
    const { label } = await numbers.find(person.id, order.mobile);
    const screen = orderScreen(view, order, label);
    const { message_id } = await ctx.reply(screen.text, messageOptions(screen));
    if (kind === 'confirmed') await counter.orders.shownIn(order.id, message_id);
    wakeSettler();
  });
  return composer;
}
