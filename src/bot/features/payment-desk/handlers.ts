import { agentActions } from '#bot/actions/agents.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { failureReply, failureText } from '#bot/core/failure.ts';
import { defineFeature, type Feature } from '#bot/core/feature.ts';
import { untrusted } from '#bot/core/formatter.ts';
import { clampPage, pageSize, previousNextRows, promptScreen } from '#bot/core/navigation.ts';
import { type BotRequest, type Reply, shownByWorker, type WorkerReply } from '#bot/core/request.ts';
import type { Services } from '#bot/core/services.ts';
import { dayOf } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Payment } from '#shop/payments/payment.ts';
import type { Decided } from '#shop/payments/payment-decisions.ts';
import { readBeside } from './beside-slip.ts';
import {
  bankCardQuestion,
  createPaymentDeskQuestions,
  findPaymentQuestion,
  otherAmountQuestion,
  payBackQuestion,
  paymentLimitQuestion,
  rejectReasonQuestion,
} from './questions.ts';
import {
  daysPaymentsScreen,
  foundPaymentsScreen,
  paymentDeskPaymentScreen,
  paymentDeskScreen,
  waitingScreen,
} from './screens.ts';
import { cardsScreen, paymentSettingsScreen, removeCardScreen } from './settings-screens.ts';
import { slipMediaView, slipView } from './slip-screen.ts';

type PaymentDeskServices = Pick<Services, 'payments' | 'people' | 'wallet' | 'orderMessages' | 'now'>;

/** Where owners see payments, decide about slips, and set how people may pay. */
export function createPaymentDeskFeature(services: PaymentDeskServices): Feature {
  const { payments, people, orderMessages, now } = services;
  const { queries, decisions, cards, settings, methods } = payments;

  const namesOf = (listed: readonly Payment[]) => people.names([...new Set(listed.map(({ personId }) => personId))]);

  async function payment({ format }: BotRequest, id: string): Promise<Reply> {
    const found = await queries.one(id);
    if (!found) return failureReply(format, { code: 'payment-unknown' }, paymentDeskActions.paymentDesk());
    const [events, payer, card, blocked, beside] = await Promise.all([
      queries.trail(id),
      people.find(found.personId),
      found.cardId === null ? null : cards.find(found.cardId),
      methods.isBlocked(found.personId),
      readBeside(services, id),
    ]);
    const ids = events.flatMap(({ actor }) => (actor.startsWith('person:') ? [Number(actor.slice(7))] : []));
    const names = await people.names([...new Set(ids)]);
    const whoOf = (actor: string) => names.get(Number(actor.slice(7))) ?? actor;
    const decidable = found.state === 'submitted' && found.nextAttemptAt === null;
    return {
      screen: paymentDeskPaymentScreen(format, {
        payment: found,
        payer: payer?.name ?? String(found.personId),
        card,
        events: events.map((event) => ({ ...event, who: whoOf(event.actor) })),
        decidable,
        blocked,
        beside,
      }),
    };
  }

  /** The receipt worker shows what was decided, in every owner's message. */
  async function decided(
    request: BotRequest,
    { id, from }: { readonly id: string; readonly from: 'slip' | 'desk' },
    result: Result<Decided, Failure>,
  ): Promise<Reply | WorkerReply> {
    const { format, person, messageId, inCaption = false } = request;
    if (!result.ok) {
      if (from === 'desk') return failureReply(format, result.error, paymentDeskActions.paymentDesk());
      return { ...shownByWorker, toast: failureText(format, result.error).replace(/<[^>]*>/g, '') };
    }
    if (from === 'desk') return payment(request, id);
    const { payment: settled, first } = result.value;
    const view = inCaption ? slipMediaView : slipView;
    // It may not be tracked yet: its process may have died before it stored the message.
    if (messageId !== null)
      await orderMessages.track({ chatId: person.id, messageId, subject: `payment:${id}`, view, shown: '' });
    const toast = format.plain(first ? `toast-payment-${settled.state}` : 'toast-payment-decided');
    return { ...shownByWorker, toast };
  }

  async function found({ format }: BotRequest, typed: string): Promise<Reply> {
    const listed = await queries.find(typed, pageSize);
    const names = await namesOf(listed);
    const title = format.html('payments-found-title', { words: untrusted(typed, 40) });
    return {
      screen: foundPaymentsScreen(format, { payments: listed, names, title, back: paymentDeskActions.paymentDesk() }),
    };
  }

  const cardsPage = async ({ format }: BotRequest): Promise<Reply> => ({
    screen: cardsScreen(format, await cards.list()),
  });
  const settingsPage = async ({ format }: BotRequest): Promise<Reply> => ({
    screen: paymentSettingsScreen(format, { settings: await settings.read(), methods: await methods.all() }),
  });

  const pages = { payment, found, cards: cardsPage, settings: settingsPage };
  return defineFeature(
    paymentDeskActions,
    {
      paymentDesk: async ({ format }) => {
        const day = dayOf(now());
        const [waiting, today] = await Promise.all([queries.countWaiting(), queries.sums({ from: day, to: day })]);
        return { screen: paymentDeskScreen(format, { waiting, today }) };
      },
      waitingPayments: async ({ format }, { page }) => {
        const at = clampPage(page);
        const listed = await queries.waiting(at - 1, pageSize);
        return { screen: waitingScreen(format, { ...listed, names: await namesOf(listed.payments), page: at }) };
      },
      paymentsOfDay: async ({ format }, { day: asked, method, page }) => {
        const today = dayOf(now());
        const day = Math.min(asked ?? today, today);
        const at = clampPage(page);
        const listed = await queries.paidOn(day, method, at - 1, pageSize);
        const sums = await queries.sums({ from: day, to: day });
        const names = await namesOf(listed.payments);
        return { screen: daysPaymentsScreen(format, { ...listed, names, page: at, day, today, method, sums }) };
      },
      paymentsOfPerson: async ({ format }, { person, page }) => {
        const at = clampPage(page);
        const { payments: listed, more } = await queries.ofPerson(person, at - 1, pageSize);
        const names = await people.names([person]);
        const title = format.html('payments-of', { name: untrusted(names.get(person) ?? String(person)) });
        const turn = previousNextRows(format, { page: at, more }, (turned) =>
          paymentDeskActions.paymentsOfPerson({ person, page: turned }),
        );
        const back = agentActions.agent({ person });
        return { screen: foundPaymentsScreen(format, { payments: listed, names, title, back }, turn) };
      },
      askFindPayment: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-find-payment'), paymentDeskActions.paymentDesk()),
        question: findPaymentQuestion(),
      }),
      deskPayment: (request, { payment: id }) => payment(request, id),
      approvePayment: async (request, { payment: id, from }) =>
        decided(request, { id, from }, await decisions.approve({ paymentId: id, by: request.person.id })),
      rejectPayment: async (request, { payment: id, from, reason }) =>
        decided(request, { id, from }, await decisions.reject({ paymentId: id, by: request.person.id, reason })),
      askPaymentAmount: async ({ format }, { payment: id }) => ({
        screen: promptScreen(
          format,
          format.html('ask-payment-amount', { unit: format.plain(`unit-${format.unit}`) }),
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
          format.html('ask-pay-back', { unit: format.plain(`unit-${format.unit}`) }),
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
      askBankCard: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-card'), paymentDeskActions.bankCards()),
        question: bankCardQuestion(),
      }),
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
          format.html(`ask-payment-${which}`, { unit: format.plain(`unit-${format.unit}`) }),
          paymentDeskActions.paymentSettings(),
        ),
        question: paymentLimitQuestion({ which }),
      }),
    },
    createPaymentDeskQuestions(services, pages),
  );
}
