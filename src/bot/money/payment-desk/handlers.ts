import { agentActions } from '#bot/actions/agents.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { failureReply, failureText } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { plainText, untrusted } from '#bot/kit/formatter.ts';
import { clampPage, pageSize, previousNextRows, promptScreen } from '#bot/kit/navigation.ts';
import { type BotRequest, type Reply, shownByWorker, type WorkerReply } from '#bot/kit/request.ts';
import { lines } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { dayOf } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { paymentMethods } from '#domain/payment.ts';
import type { Result } from '#domain/result.ts';
import { isDecidable, type Payment } from '#shop/money/payments/payment.ts';
import type { Decided } from '#shop/money/payments/payment-decisions.ts';
import { readBeside } from './beside-slip.ts';
import { paymentDeskPaymentScreen } from './payment-page.ts';
import {
  bankCardQuestion,
  createPaymentDeskQuestions,
  findPaymentQuestion,
  otherAmountQuestion,
  payBackQuestion,
  paymentLimitQuestion,
  rejectReasonQuestion,
  shownAmountQuestion,
} from './questions.ts';
import {
  approveAmountScreen,
  daysPaymentsScreen,
  foundPaymentsScreen,
  paymentDeskScreen,
  waitingScreen,
} from './screens.ts';
import { cardsScreen, paymentSettingsScreen, removeCardScreen } from './settings-screens.ts';
import { mediaOf, slipMediaView, slipView } from './slip-screen.ts';

type PaymentDeskServices = Pick<Services, 'payments' | 'people' | 'wallet' | 'orderMessages' | 'ownMerchants' | 'now'>;

/** Fewer than elsewhere: the page also turns days and methods. */
const paymentsOfDay = pageSize - 2;

/** Where owners see payments, decide about slips, and set how people may pay. */
export function createPaymentDeskFeature(services: PaymentDeskServices): Feature {
  const { payments, people, wallet, orderMessages, ownMerchants, now } = services;
  const { queries, decisions, cards, settings, methods } = payments;

  const namesOf = (some: readonly Payment[]) => people.names([...new Set(some.map(({ personId }) => personId))]);

  /** Staff do not decide about their own money. */
  const nextFor = ({ person }: BotRequest) => queries.nextToDecide(person.role === 'owner' ? null : person.id);

  /** `decided`: just now, so that the next one is offered. */
  async function payment(request: BotRequest, id: string, decided = false): Promise<Reply> {
    const { format, inCaption } = request;
    const foundPayment = await queries.one(id);
    if (!foundPayment) return failureReply(format, { code: 'payment-unknown' }, paymentDeskActions.paymentDesk());
    const [events, payer, card, isBlocked, beside, next] = await Promise.all([
      queries.trail(id),
      people.find(foundPayment.personId),
      foundPayment.cardId === null ? null : cards.find(foundPayment.cardId),
      methods.isBlocked(foundPayment.personId),
      readBeside(services, id),
      decided ? nextFor(request) : null,
    ]);
    const ids = events.flatMap(({ actor }) => (actor.startsWith('person:') ? [Number(actor.slice(7))] : []));
    const names = await people.names([...new Set(ids)]);
    const payerName = payer?.name ?? String(foundPayment.personId);
    const whoOf = (actor: string) => {
      if (actor === 'payer') return payerName;
      const method = paymentMethods.find((one) => one === actor);
      return method ? format.plain(`method-${method}`) : (names.get(Number(actor.slice(7))) ?? actor);
    };
    // Decided in a text, the text is enough.
    const media = decided && !inCaption ? null : mediaOf(foundPayment.slip);
    return {
      ...(media ? { media: { ...media, isShown: decided } } : {}),
      screen: paymentDeskPaymentScreen(format, {
        payment: foundPayment,
        payer: payerName,
        card,
        events: events.map((event) => ({ ...event, who: whoOf(event.actor) })),
        decidable: isDecidable(foundPayment, now()),
        blocked: isBlocked,
        beside,
        next: next !== null,
        inCaption: media !== null,
      }),
    };
  }

  async function amountCheck(request: BotRequest, id: string, amount: Rials): Promise<Reply> {
    const foundPayment = await queries.one(id);
    if (!foundPayment || !isDecidable(foundPayment, now())) return payment(request, id);
    const [payer, { balance }] = await Promise.all([
      people.find(foundPayment.personId),
      wallet.read(foundPayment.personId),
    ]);
    const name = payer?.name ?? String(foundPayment.personId);
    return {
      screen: approveAmountScreen(request.format, { payment: foundPayment, amount, name, balance }),
      question: shownAmountQuestion({ payment: id }),
    };
  }

  /** The receipt worker shows what was decided, in every owner's message. */
  async function showDecision(
    request: BotRequest,
    { id, from }: { readonly id: string; readonly from: 'slip' | 'desk' },
    result: Result<Decided, Failure>,
  ): Promise<Reply | WorkerReply> {
    const { format, person, messageId, inCaption = false } = request;
    if (!result.ok) {
      if (from === 'desk') return failureReply(format, result.error, paymentDeskActions.paymentDesk());
      return { ...shownByWorker, toast: plainText(failureText(format, result.error)) };
    }
    if (from === 'desk') return payment(request, id, true);
    const { payment: settledPayment, first } = result.value;
    const view = inCaption ? slipMediaView : slipView;
    // It may not be tracked yet: its process may have died before it stored the message.
    if (messageId !== null)
      await orderMessages.track({ chatId: person.id, messageId, subject: `payment:${id}`, view, shown: '' });
    const toast = format.plain(first ? `toast-payment-${settledPayment.state}` : 'toast-payment-decided');
    return { ...shownByWorker, toast };
  }

  async function showFound({ format }: BotRequest, text: string): Promise<Reply> {
    const matches = await queries.find(text, pageSize);
    const names = await namesOf(matches);
    const title = format.html('payments-found-title', { words: untrusted(text, 40) });
    return {
      screen: foundPaymentsScreen(format, { payments: matches, names, title, back: paymentDeskActions.paymentDesk() }),
    };
  }

  async function waitingPage({ format }: BotRequest, page: number): Promise<Reply> {
    const at = clampPage(page);
    const list = await queries.waiting(at - 1, pageSize);
    return { screen: waitingScreen(format, { ...list, names: await namesOf(list.payments), page: at }) };
  }

  const cardsPage = async ({ format }: BotRequest): Promise<Reply> => ({
    screen: cardsScreen(format, await cards.list()),
  });
  const settingsPage = async ({ format }: BotRequest): Promise<Reply> => ({
    screen: paymentSettingsScreen(format, {
      settings: await settings.read(),
      methods: await methods.all(),
      hasMerchants: ((await ownMerchants?.methods()) ?? null) !== null,
    }),
  });

  const pages = { payment, amount: amountCheck, found: showFound, cards: cardsPage, settings: settingsPage };
  return defineFeature(
    paymentDeskActions,
    {
      paymentDesk: async ({ format }) => {
        const day = dayOf(now());
        const [waiting, today] = await Promise.all([queries.countWaiting(), queries.sums({ from: day, to: day })]);
        return { screen: paymentDeskScreen(format, { waiting, today }) };
      },
      waitingPayments: (request, { page }) => waitingPage(request, page),
      nextPayment: async (request) => {
        const next = await nextFor(request);
        return next ? payment(request, next.id) : waitingPage(request, 1);
      },
      paymentsOfDay: async ({ format }, { day: askedDay, method, page }) => {
        const today = dayOf(now());
        const day = Math.min(askedDay ?? today, today);
        const at = clampPage(page);
        const list = await queries.paidOn(day, method, at - 1, paymentsOfDay);
        const sums = await queries.sums({ from: day, to: day });
        const names = await namesOf(list.payments);
        return { screen: daysPaymentsScreen(format, { ...list, names, page: at, day, today, method, sums }) };
      },
      paymentsOfPerson: async ({ format }, { person, page }) => {
        const at = clampPage(page);
        const { payments: listedPayments, more } = await queries.ofPerson(person, at - 1, pageSize);
        const names = await people.names([person]);
        const title = format.html('payments-of', { name: untrusted(names.get(person) ?? String(person)) });
        const turn = previousNextRows(format, { page: at, more }, (turned) =>
          paymentDeskActions.paymentsOfPerson({ person, page: turned }),
        );
        const back = agentActions.personRecords({ person });
        return { screen: foundPaymentsScreen(format, { payments: listedPayments, names, title, back }, turn) };
      },
      askFindPayment: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-find-payment'), paymentDeskActions.paymentDesk()),
        question: findPaymentQuestion(),
      }),
      deskPayment: (request, { payment: id }) => payment(request, id),
      approvePayment: async (request, { payment: id, from }) =>
        showDecision(request, { id, from }, await decisions.approve({ paymentId: id, by: request.person.id })),
      approveAmount: async (request, { payment: id, amount }) => {
        const decision = await decisions.approve({ paymentId: id, by: request.person.id, amount });
        return decision.ok
          ? payment(request, id, true)
          : failureReply(request.format, decision.error, paymentDeskActions.deskPayment({ payment: id }));
      },
      rejectPayment: async (request, { payment: id, from, reason }) =>
        showDecision(request, { id, from }, await decisions.reject({ paymentId: id, by: request.person.id, reason })),
      askPaymentAmount: async ({ format }, { payment: id }) => ({
        screen: promptScreen(
          format,
          format.html('ask-payment-amount', { unit: format.unitName }),
          paymentDeskActions.deskPayment({ payment: id }),
        ),
        question: otherAmountQuestion({ payment: id }),
      }),
      askPaymentReason: async ({ format }, { payment: id }) => ({
        screen: promptScreen(
          format,
          format.html('ask-payment-reason'),
          paymentDeskActions.deskPayment({ payment: id }),
        ),
        question: rejectReasonQuestion({ payment: id }),
      }),
      askPayBack: async ({ format }, { payment: id }) => ({
        screen: promptScreen(
          format,
          format.html('ask-pay-back', { unit: format.unitName }),
          paymentDeskActions.deskPayment({ payment: id }),
        ),
        question: payBackQuestion({ payment: id }),
      }),
      payBack: async (request, { draft }) => {
        const result = await payments.payBack.carryOut(draft, request.person.id);
        return result.ok
          ? payment(request, result.value.payment.id)
          : failureReply(request.format, result.error, paymentDeskActions.paymentDesk());
      },
      reopenCardMethod: async (request, { person }) => {
        await methods.reopen(request.person.id, person);
        return { redirect: paymentDeskActions.paymentsOfPerson({ person, page: 1 }) };
      },
      bankCards: (request) => cardsPage(request),
      askBankCard: async ({ format }) => {
        const rename = (await cards.list()).length > 0 ? format.html('ask-card-rename') : null;
        return {
          screen: promptScreen(format, lines(format.html('ask-card'), rename), paymentDeskActions.bankCards()),
          question: bankCardQuestion(),
        };
      },
      switchBankCard: async (request, { card, on }) => {
        await cards.switch(request.person.id, card, on === 'on');
        return cardsPage(request);
      },
      askRemoveBankCard: async (request, { card: id }) => {
        const card = (await cards.list()).find((one) => one.id === id);
        return card ? { screen: removeCardScreen(request.format, card) } : cardsPage(request);
      },
      removeBankCard: async (request, { card }) => {
        await cards.remove(request.person.id, card);
        return cardsPage(request);
      },
      paymentSettings: (request) => settingsPage(request),
      switchPaymentMethod: async (request, { method, on }) => {
        await settings.switchMethod(request.person.id, method, on === 'on');
        return settingsPage(request);
      },
      askPaymentLimit: async ({ format }, { which }) => ({
        screen: promptScreen(
          format,
          format.html(`ask-payment-${which}`, { unit: format.unitName }),
          paymentDeskActions.paymentSettings(),
        ),
        question: paymentLimitQuestion({ which }),
      }),
    },
    createPaymentDeskQuestions(services, pages),
  );
}
