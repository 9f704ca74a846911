import { homeActions } from '#bot/actions/home.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { SaleIn } from '#bot/buying/numbers/next-step.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { clampPage, promptScreen } from '#bot/kit/navigation.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import type { Failure } from '#domain/failure.ts';
import { alertChoices } from '#shop/support/support/settings.ts';
import type { SupportTextKind } from '#shop/support/support/texts.ts';
import { createCards } from './card.ts';
import { answerQuestion, createSupportQuestions, supportQuestion, textQuestion } from './questions.ts';
import { readyMade, writtenFile } from './read-message.ts';
import {
  conversationScreen,
  faqScreen,
  readyAnswersScreen,
  sentScreen,
  supportDeskScreen,
  supportSettingsScreen,
  writeScreen,
} from './screens.ts';
import { alertScreen, textScreen, textsScreen } from './text-screens.ts';

type SupportServices = Pick<Services, 'support' | 'operators' | 'orders' | 'payments' | 'people' | 'wallet' | 'now'>;

const messagesShown = 8;

/** What people ask, and the desk where it is answered. */
export function createSupportFeature(services: SupportServices, saleIn: SaleIn): Feature {
  const { support, orders, now } = services;
  const cardOf = createCards(services);
  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, supportActions.supportDesk({ page: 1 }));

  async function desk({ format }: BotRequest, askedPage: number): Promise<Reply> {
    const page = clampPage(askedPage);
    const [conversationPage, counts, trouble] = await Promise.all([
      support.conversations.open(page),
      support.conversations.count(),
      support.group.failure(),
    ]);
    return { screen: supportDeskScreen(format, { ...conversationPage, ...counts, page, trouble, now: now() }) };
  }

  async function conversation(request: BotRequest, personId: number, note: string | null = null): Promise<Reply> {
    const foundConversation = await support.conversations.find(personId);
    const card = await cardOf(personId, foundConversation?.orderId ?? null);
    if (!card) return failWith(request, { code: 'person-unknown' });
    const messages = await support.conversations.recentMessages(personId, messagesShown);
    const data = { card, conversation: foundConversation, messages, note, now: now() };
    return { screen: conversationScreen(request.format, data) };
  }

  const texts = async ({ format }: BotRequest, kind: SupportTextKind): Promise<Reply> => ({
    screen: textsScreen(format, kind, await support.texts.list(kind)),
  });

  const actOf = ({ person }: BotRequest) => ({ by: person.id, via: 'private' }) as const;

  const handlers: Handlers<typeof supportActions> = {
    support: async ({ person, format }, { order: id }) => {
      const order = id === null ? null : await orders.find(id);
      const own = order?.buyerId === person.id ? order : null;
      await support.ask(person.id, own?.id ?? null);
      return { screen: writeScreen(format, own), question: supportQuestion({}) };
    },
    settled: async ({ person, format, idempotencySource }) => {
      await support.settle(person.id, `settled:${idempotencySource}`);
      return { screen: homeScreen(format, person, format.html('support-settled')) };
    },
    fileForSupport: async ({ person, format }, { file: messageId }) => {
      const files = await services.payments.sentFiles.find(person.id, messageId);
      let isFirst = false;
      for (const file of files) {
        const { first } = await support.take(person.id, writtenFile(person.id, file));
        isFirst ||= first;
      }
      return files.length === 0
        ? failureReply(format, { code: 'slip-gone' })
        : { screen: sentScreen(format, { isFirst }), question: supportQuestion({ sent: true }) };
    },
    faq: async ({ format }, { text: id }) => {
      const text = await support.texts.find(id);
      if (text?.kind !== 'faq') return failureReply(format, { code: 'support-text-gone' }, homeActions.help());
      return { screen: faqScreen(format, text) };
    },
    supportDesk: (request, { page }) => desk(request, page),
    conversation: (request, { person }) => conversation(request, person),
    askAnswer: async (request, { person }) => {
      const { format } = request;
      const foundPerson = await services.people.find(person);
      if (!foundPerson) return failWith(request, { code: 'person-unknown' });
      const text = format.html('support-ask-answer', { name: foundPerson.name });
      return {
        screen: promptScreen(format, text, supportActions.conversation({ person })),
        question: answerQuestion({ person }),
      };
    },
    readyAnswers: async ({ format }, { person }) => ({
      screen: readyAnswersScreen(format, { person, texts: await support.texts.list('answer'), back: true }),
    }),
    sendReady: async (request, { person, text: id }) => {
      const text = await support.texts.find(id);
      if (text?.kind !== 'answer') return failWith(request, { code: 'support-text-gone' });
      const readyAnswer = readyMade(text, request.idempotencySource);
      const result = await support.answer(person, actOf(request), readyAnswer);
      if (!result.ok) return failWith(request, result.error);
      return conversation(request, person, request.format.html('support-answer-taken'));
    },
    closeSupport: async (request, { person }) => {
      const closing = await support.close(person, actOf(request), { source: `close:${request.idempotencySource}` });
      return closing.ok ? conversation(request, person) : failWith(request, closing.error);
    },
    reopenSupport: async (request, { person }) => {
      const opening = await support.reopen(person, actOf(request), { source: `reopen:${request.idempotencySource}` });
      return opening.ok ? conversation(request, person) : failWith(request, opening.error);
    },
    supportSettings: async ({ format }) => ({ screen: supportSettingsScreen(format) }),
    supportTexts: (request, { kind }) => texts(request, kind),
    supportText: async (request, { text: id }) => {
      const text = await support.texts.find(id);
      return text ? { screen: textScreen(request.format, text) } : failWith(request, { code: 'support-text-gone' });
    },
    askSupportText: async ({ format }, { kind, text }) => ({
      screen: promptScreen(format, format.html(`ask-text-${kind}`), supportActions.supportTexts({ kind })),
      question: textQuestion({ kind, text }),
    }),
    moveSupportText: async (request, { text: id }) => {
      const text = await support.texts.find(id);
      if (!text) return failWith(request, { code: 'support-text-gone' });
      await support.texts.moveUp(id);
      return texts(request, text.kind);
    },
    removeSupportText: async (request, { text: id }) => {
      const text = await support.texts.find(id);
      if (!text) return failWith(request, { code: 'support-text-gone' });
      await support.texts.remove(request.person.id, id);
      return texts(request, text.kind);
    },
    supportAlert: async ({ person, format }, { minutes }) => {
      const choice = alertChoices.find((one) => one === minutes);
      if (choice !== undefined) await support.settings.setAlertMinutes(person.id, choice);
      return { screen: alertScreen(format, await support.settings.alertMinutes()) };
    },
  };

  return defineFeature(supportActions, handlers, createSupportQuestions(services, { conversation, texts }, saleIn));
}
