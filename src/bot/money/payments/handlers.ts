import { numberActions } from '#bot/actions/numbers.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, clampPage, pageSize, promptScreen } from '#bot/kit/navigation.ts';
import { type Answer, notAnAnswer, onAnswer, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply, WorkerReply } from '#bot/kit/request.ts';
import { button } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { itemTitle, purchaseAtBank } from '#bot/words/item-title.ts';
import { answeredAmount } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { isOnline, type PaymentMethod } from '#domain/payment.ts';
import { mistakenNumber } from '#domain/phone.ts';
import { invoiceView, receiptView } from '#shop/base/outbox/order-messages.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import { intentOf, type Order } from '#shop/buying/orders/order.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { invoiceOf } from './invoices.ts';
import { isOver } from './payment-screen.ts';
import type { PaymentView } from './payment-view.ts';
import { addMoneyQuestion, offeredMoneyQuestion } from './questions.ts';
import {
  aboveInvoiceScreen,
  addMoneyScreen,
  askAmountScreen,
  methodsScreen,
  noMethodScreen,
  openInvoiceScreen,
  openPaymentsButton,
  openPaymentsScreen,
  type Purpose,
} from './screens.ts';
import { type Slips, slipQuestion, trackingCodeQuestion } from './slips.ts';

type PaymentServices = Pick<Services, 'orders' | 'payments' | 'invoices' | 'ownerIds'>;

/** Adding money and paying for orders, by every method. */
export function createPaymentsFeature(
  { orders, payments, invoices, ownerIds }: PaymentServices,
  { askToConfirm }: Pick<Ordering, 'askToConfirm'>,
  view: PaymentView,
  slips: Slips,
): Feature {
  /** How to pay; where there is one way only, that way at once. */
  async function choose(request: BotRequest, purpose: Purpose, isTyped = false): Promise<Reply | WorkerReply> {
    const methods = await payments.methods.forPerson(request.person.id);
    const [only, ...more] = methods;
    if (only === undefined) return { screen: noMethodScreen(request.format, ownerIds[0] ?? null) };
    const online = methods.find(isOnline);
    if (online) return pay(request, online, purpose);
    // The answer to a question is one message: an invoice needs a press.
    if (more.length === 0 && !(isTyped && only === 'invoice')) return pay(request, only, purpose);
    const amountDue = await payments.methods.amountFor(request.person.id, only, purpose);
    if (!amountDue.ok) return notDue(request, purpose, amountDue.error);
    const { amount } = amountDue.value;
    if (amount === 0) return coveredReply(request, purpose);
    const order = 'orderId' in purpose ? await orders.find(purpose.orderId) : null;
    const screen = methodsScreen(request.format, { amount, wanted: purpose, order, methods, online: null });
    return order === null ? { screen, question: offeredMoneyQuestion() } : { screen };
  }

  async function pay(request: BotRequest, method: PaymentMethod, purpose: Purpose): Promise<Reply | WorkerReply> {
    const { person, format, idempotencySource: source } = request;
    const amountDue = await payments.methods.amountFor(person.id, method, purpose);
    if (!amountDue.ok) return notDue(request, purpose, amountDue.error);
    const { amount, orderId } = amountDue.value;
    if (amount === 0) return coveredReply(request, purpose);
    const order = orderId === null ? null : await orders.find(orderId);
    const wish = { source, by: person.id, amount, orderId };
    if (method === 'invoice') return invoiceReply(request, wish, order);
    const opening = isOnline(method) ? await payments.online.open({ ...wish, method }) : await transfer(wish);
    if (!opening.ok) return failureReply(format, opening.error, walletActions.wallet());
    if (await isOther(opening.value, wish)) return slips.oneAtATime(format, opening.value);
    return openReply(format, opening.value);
  }

  /** One whose slip is being checked is shown instead of the one that was asked for. */
  async function isOther(payment: Payment, { amount, orderId }: { amount: Rials; orderId: string | null }) {
    if (payment.state === 'asked' || isOnline(payment.method)) return false;
    return payment.orderId !== orderId || (await payments.card.wantedFor(payment)) !== amount;
  }

  async function openReply(format: Formatter, payment: Payment): Promise<Reply> {
    return {
      screen: await view(format, payment),
      tracks: { subject: `payment:${payment.id}`, view: receiptView },
      ...questionOn(payment),
    };
  }

  /** A slip is sent to a card; before that another amount may be typed. */
  function questionOn({ method, state, orderId }: Payment): Pick<Reply, 'question'> {
    if (state !== 'asked') return {};
    if (method === 'card') return { question: slipQuestion() };
    return isOnline(method) && orderId === null ? { question: offeredMoneyQuestion() } : {};
  }

  const orderOf = async ({ orderId }: Payment): Promise<Order | null> =>
    orderId === null ? null : orders.find(orderId);

  async function transfer(wish: Parameters<typeof payments.card.open>[0]) {
    const opening = await payments.card.open(wish);
    return opening.ok ? ({ ok: true, value: opening.value.payment } as const) : opening;
  }

  async function invoiceReply(
    { format }: BotRequest,
    wish: Parameters<typeof payments.invoices.open>[0],
    order: Order | null,
  ): Promise<Reply> {
    if (!invoices) return failureReply(format, { code: 'method-closed' });
    const payment = await payments.invoices.open(wish);
    const { id: payload, amount } = payment;
    if (order === null) {
      const title = format.plain('invoice-wallet');
      const description = format.plain('invoice-wallet-description', { amount: format.bankMoney(amount) });
      return {
        screen: await view(format, payment),
        tracks: { subject: `payment:${payload}`, view: receiptView },
        invoice: invoiceOf(invoices, { payload, title, description, amount }),
      };
    }
    const title = itemTitle(format, order);
    const description = format.plain('invoice-description', {
      ...purchaseAtBank(format, order),
      code: order.code,
      amount: format.bankMoney(amount),
    });
    return {
      screen: aboveInvoiceScreen(format, order),
      tracks: { subject: subjectOf(order), view: invoiceView },
      invoice: invoiceOf(invoices, { payload, title, description, amount }),
    };
  }

  /** The wallet covers it by now. */
  async function coveredReply(request: BotRequest, purpose: Purpose): Promise<Reply | WorkerReply> {
    const order = 'orderId' in purpose ? await orders.find(purpose.orderId) : null;
    if (!order) return failureReply(request.format, { code: 'amount-invalid' });
    return askToConfirm(request, order);
  }

  /** Nothing to pay: the price has changed, the item is not for sale, or the order is over. */
  async function notDue(request: BotRequest, purpose: Purpose, failure: Failure): Promise<Reply | WorkerReply> {
    const order = 'orderId' in purpose ? await orders.find(purpose.orderId) : null;
    if (order?.supersededBy) return askToConfirm(request, order);
    if (failure.code !== 'quote-expired' || !order) return failureReply(request.format, failure);
    const again = await orders.quote({
      idempotencySource: request.idempotencySource,
      buyerId: request.person.id,
      wanted: intentOf(order),
      promo: order.promo?.code,
    });
    if (!again.ok) return failureReply(request.format, again.error, numberActions.number({ mobile: order.mobile }));
    return askToConfirm(request, again.value, { failure, was: order });
  }

  async function notPayingIn({ person, format }: BotRequest): Promise<Reply | null> {
    const refusal = person.pausedWhy === null ? null : await payments.methods.refusalToPayIn(person.id);
    return refusal && failureReply(format, refusal, walletActions.wallet());
  }

  async function askOffered({ person, format }: BotRequest): Promise<Reply> {
    const methods = await payments.methods.forPerson(person.id);
    if (methods.length === 0) return { screen: noMethodScreen(format, ownerIds[0] ?? null) };
    return { screen: addMoneyScreen(format, await payments.settings.read()), question: offeredMoneyQuestion() };
  }

  /** Null: it is no amount. Until one is chosen the question stays. */
  async function answerAmount(
    request: BotRequest,
    typed: TypedMessage,
    question: typeof offeredMoneyQuestion,
  ): Promise<Answer | HandlerResult | null> {
    const { format, person } = request;
    const back = paymentActions.addMoney();
    const { smallest: min, largest: max } = await payments.settings.read();
    const choice = answeredAmount(typed.text ?? '', person.unit, { min, max });
    const row = (amount: Rials) => [button(format.price(amount), paymentActions.payAmount({ amount }))];
    switch (choice?.kind) {
      case undefined:
        return null;
      case 'amount':
        return choose(request, { amount: choice.amount }, true);
      case 'unclear':
        return {
          screen: { text: format.html('amount-which'), keys: [...choice.amounts.map(row), backRow(format, back)] },
          question: question(),
        };
      case 'out-of-range': {
        // No amount that can be paid: it may be the code of a transfer whose slip was sent, or refused.
        const code = question === offeredMoneyQuestion ? await slips.readCode(request, typed) : null;
        if (code) return code;
        const { nearest, alternative = nearest } = choice;
        const rows = [...new Set([nearest, alternative])].map(row);
        return askAgain(request, { code: 'amount-out-of-range', min, max, nearest }, back, rows);
      }
    }
  }

  const typedAmount = [
    onAnswer(addMoneyQuestion, async (request, typed) => {
      const { text, mobiles } = typed;
      if (mobiles.length > 0 || text === undefined) return notAnAnswer;
      const answer = await answerAmount(request, typed, addMoneyQuestion);
      if (answer || mistakenNumber(text)) return answer ?? notAnAnswer;
      return askAgain(request, { code: 'amount-invalid' }, paymentActions.addMoney());
    }),
    onAnswer(offeredMoneyQuestion, async (request, typed) => {
      if (typed.mobiles.length > 0 || typed.text === undefined) return notAnAnswer;
      // No amount was asked for: it may be the code of a transfer that is open.
      const code = await slips.readCode(request, typed, 'asked');
      return code ?? (await answerAmount(request, typed, offeredMoneyQuestion)) ?? notAnAnswer;
    }),
    onAnswer(slipQuestion, async (request, typed) => {
      const answer = await slips.answer(request, typed, 'card-page');
      return (answer === 'amount' ? await answerAmount(request, typed, slipQuestion) : answer) ?? notAnAnswer;
    }),
  ];

  return defineFeature(
    paymentActions,
    {
      pay: (request, { order }) => choose(request, { orderId: order }),
      payOrderBy: (request, { method, order }) => pay(request, method, { orderId: order }),
      addMoney: async (request) => (await notPayingIn(request)) ?? askOffered(request),
      askMoney: async (request) =>
        (await notPayingIn(request)) ?? {
          screen: askAmountScreen(request.format, await payments.settings.read()),
          question: addMoneyQuestion(),
        },
      payAmount: (request, { amount }) => choose(request, { amount }),
      payAmountBy: (request, { method, amount }) => pay(request, method, { amount }),
      askTrackingCode: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-tracking-code'), walletActions.wallet()),
        question: trackingCodeQuestion(),
      }),
      cancelTransfer: async ({ person, format }, { payment: id }) => {
        const payment = await payments.cancel(person.id, id);
        if (!payment) return failureReply(format, { code: 'payment-unknown' });
        const screen = await view(format, payment);
        const open = await payments.queries.countOpen(person.id);
        return {
          screen: open === 0 ? screen : { ...screen, keys: [...screen.keys, [openPaymentsButton(format, open)]] },
        };
      },
      openPayments: async ({ person, format }, { page }) => {
        const at = clampPage(page);
        const open = await payments.queries.openOf(person.id, at - 1, pageSize);
        const withOrders = await Promise.all(
          open.payments.map(async (payment) => ({ payment, order: await orderOf(payment) })),
        );
        return { screen: openPaymentsScreen(format, { payments: withOrders, page: at, more: open.more }) };
      },
      openPayment: async ({ person, format }, { payment: id }) => {
        const payment = await payments.queries.one(id);
        if (payment?.personId !== person.id) return failureReply(format, { code: 'payment-unknown' });
        const order = await orderOf(payment);
        if (payment.method === 'invoice' && payment.state === 'asked' && !isOver(order))
          return { screen: openInvoiceScreen(format, payment, order) };
        return openReply(format, payment);
      },
      ...slips.actions,
    },
    [...typedAmount, ...slips.questions],
  );
}
