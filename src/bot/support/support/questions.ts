import { catalogueActions } from '#bot/actions/catalogue.ts';
import { namedPage } from '#bot/actions/commands.ts';
import { homeActions } from '#bot/actions/home.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { SaleIn } from '#bot/buying/numbers/next-step.ts';
import type { Action } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { can } from '#domain/access.ts';
import { isSamePhrase } from '#domain/fold-text.ts';
import type { Intent } from '#domain/reading/intents.ts';
import type { Reading } from '#domain/reading/reading.ts';
import { pages as namedPages } from '#domain/words/concepts.ts';
import type { SupportTextKind } from '#shop/support/support/texts.ts';
import { writtenIn } from './read-message.ts';
import { sentScreen } from './screens.ts';
import { createSlipButton } from './slip-button.ts';

/** `sent`: something was written already. */
export const supportQuestion = defineQuestion<{ readonly sent?: boolean }>('support');
export const answerQuestion = defineQuestion<{ readonly person: number }>('supportAnswer');
export const textQuestion = defineQuestion<{ readonly kind: SupportTextKind; readonly text: number | null }>(
  'supportText',
);

const titleLength = 80;
/** Title and body together fit into one message. */
const bodyLength = 3_000;

interface Pages {
  conversation(request: BotRequest, person: number, note: string | null): Promise<Reply>;
  texts(request: BotRequest, kind: SupportTextKind): Promise<Reply>;
}

export function createSupportQuestions(
  { support, payments }: Pick<Services, 'support' | 'payments'>,
  pages: Pages,
  saleIn: SaleIn,
): QuestionHandler[] {
  const slipButton = createSlipButton({ payments });
  return [
    /** Stays open until a button, a command or a sale: people write in several messages. */
    onAnswer(supportQuestion, async (request, { message, text, reading, isSale }, { sent }) => {
      const { person, format } = request;
      const page = pageNamed(request, reading, text ?? '');
      if (page) return { redirect: page };
      if (sent && isSale) return notAnAnswer;
      const writtenMessage = message && !message.text?.startsWith('/') ? writtenIn(message) : null;
      if (!writtenMessage) return notAnAnswer;
      const { first } = await support.take(person.id, writtenMessage);
      const sale = await saleIn(request, text ?? '');
      const slip = await slipButton(request, message);
      return { screen: sentScreen(format, { isFirst: first, sale, slip }), question: supportQuestion({ sent: true }) };
    }),
    onAnswer(answerQuestion, async (request, input, { person }) => {
      const { message } = input;
      // The person's role may have changed since the question.
      const writtenMessage = message && can(request.person, 'answer') ? writtenIn(message) : null;
      if (!writtenMessage || input.isSale || message?.text?.startsWith('/')) return notAnAnswer;
      const result = await support.answer(person, { by: request.person.id, via: 'private' }, writtenMessage);
      if (!result.ok) return failureReply(request.format, result.error, supportActions.supportDesk({ page: 1 }));
      return pages.conversation(request, person, request.format.html('support-answer-taken'));
    }),
    onAnswer(textQuestion, async (request, input, { kind, text: id }) => {
      const typedText = ownersText(request, input);
      if (typedText === null) return notAnAnswer;
      const [first = '', ...rest] = typedText.split('\n');
      const title = truncate(oneLine(first), titleLength, '');
      const body = truncate(rest.join('\n').trim(), bodyLength, '');
      const back = supportActions.supportTexts({ kind });
      if (title === '' || body === '') return askAgain(request, { code: 'support-text-invalid' }, back);
      const isSaved = await support.texts.save(request.person.id, { id, kind, title, body });
      return isSaved ? pages.texts(request, kind) : failureReply(request.format, { code: 'support-text-full' }, back);
    }),
  ];
}

/** Buttons whose names are words of a conversation elsewhere. */
const pages: readonly (readonly [label: string, action: Action])[] = [
  ['key-help', homeActions.help()],
  ['key-support', supportActions.support({ order: null })],
  ['key-today', walletActions.today()],
  ['key-packages', catalogueActions.operators({ type: 'data' })],
  ['key-topup', numberActions.askNumber({ purpose: 'topup' })],
];

const leadsAway: readonly Intent[] = [...namedPages, 'balance', 'orders', 'pay', 'settings'];

/** A page by its name. */
function pageNamed({ person, format }: BotRequest, reading: Reading, text: string): Action | null {
  const label = pages.find(([key]) => isSamePhrase(format.plain(key), text));
  if (label && (label[0] !== 'key-today' || can(person, 'sell'))) return label[1];
  const isAway =
    leadsAway.includes(reading.intents[0]?.intent ?? 'human') &&
    !reading.said.has('question') &&
    !reading.said.has('how');
  return isAway ? namedPage(person, reading) : null;
}
