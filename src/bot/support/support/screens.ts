import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { homeActions } from '#bot/actions/home.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { SaleIn } from '#bot/buying/numbers/next-step.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, homeButton, inReadingOrder, previousNextRows } from '#bot/kit/navigation.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { SupportConversation, SupportMessage } from '#shop/support/support/conversation.ts';
import type { ListedConversation } from '#shop/support/support/conversation-list.ts';
import type { SupportText } from '#shop/support/support/texts.ts';
import { type Card, cardLines } from './card.ts';

/** The person writes; it stays open for more than one message. */
export const writeScreen = (format: Formatter, about: Order | null): Screen => ({
  text: lines(
    format.html('support-title'),
    about === null ? null : format.html('support-about', { code: format.copyable(about.code) }),
    '',
    format.html('support-write'),
  ),
  keys: [inReadingOrder(format, [button(format.plain('key-help'), homeActions.help()), homeButton(format)])],
});

interface SentData {
  readonly isFirst: boolean;
  /** A message with a number may have been meant as a purchase. */
  readonly sale?: Awaited<ReturnType<SaleIn>>;
  /** A photo or a file may have been meant as a slip. */
  readonly slip?: Button | null;
  /** Nothing was written for a day before this message. */
  readonly isSilent?: boolean;
}

export const sentScreen = (
  format: Formatter,
  { isFirst, sale = null, slip = null, isSilent = false }: SentData,
): Screen => ({
  text: format.html(isFirst ? 'support-sent' : 'support-added'),
  keys: [
    ...(slip ? [[slip]] : []),
    ...(sale ? [[button(format.plain('key-buy-for', { number: format.mobile(sale.mobile) }), sale.action)]] : []),
    ...(isSilent ? [[button(format.plain('key-support-settled'), supportActions.settled())]] : []),
    [homeButton(format)],
  ],
});

export const faqScreen = (format: Formatter, { title, body }: SupportText): Screen => ({
  text: lines(`<b>${format.html('line', { text: untrusted(title) })}</b>`, '', format.html('line', { text: body })),
  keys: [
    [button(format.plain('key-support'), supportActions.support({ order: null }))],
    backRow(format, homeActions.help()),
  ],
});

interface DeskData {
  readonly conversations: readonly ListedConversation[];
  readonly page: number;
  readonly more: boolean;
  readonly open: number;
  readonly waiting: number;
  /** Why the group does not work; null: it does, or there is none. */
  readonly trouble: string | null;
  readonly now: number;
}

export function supportDeskScreen(format: Formatter, data: DeskData): Screen {
  const { conversations, page, more, open, waiting, trouble, now } = data;
  const label = ({ name, waitingSince, writtenAt }: ListedConversation) => {
    const sign = waitingSince === null ? '💬 ' : '🔴 ';
    const time = ` · ${format.ago(waitingSince ?? writtenAt, now)}`;
    return `${sign}${truncateLabel(name, Math.max(6, shownLength(1) - seenLength(`${sign}${time}`)))}${time}`;
  };
  return {
    text: lines(
      format.html('support-desk-title'),
      '',
      format.html(open === 0 ? 'support-desk-none' : 'support-desk-counts', { open, waiting }),
      trouble === null ? null : format.html('support-desk-trouble', { why: untrusted(trouble) }),
    ),
    keys: [
      ...conversations.map((one) => [button(label(one), supportActions.conversation({ person: one.personId }))]),
      ...previousNextRows(format, { page, more }, (toPage) => supportActions.supportDesk({ page: toPage }), [
        button(format.plain('key-support-settings'), supportActions.supportSettings()),
      ]),
      backRow(format, adminActions.menu()),
    ],
  };
}

/** What is written and set once. */
export const supportSettingsScreen = (format: Formatter): Screen => ({
  text: lines(format.html('support-desk-title'), '', format.html('support-settings')),
  keys: [
    inReadingOrder(format, [
      button(format.plain('key-faq'), supportActions.supportTexts({ kind: 'faq' })),
      button(format.plain('key-ready-answers'), supportActions.supportTexts({ kind: 'answer' })),
    ]),
    [button(format.plain('key-support-alert'), supportActions.supportAlert({ minutes: null }))],
    backRow(format, supportActions.supportDesk({ page: 1 })),
  ],
});

interface ConversationData {
  readonly card: Card;
  readonly conversation: SupportConversation | null;
  readonly messages: readonly SupportMessage[];
  readonly note: string | null;
  readonly now: number;
}

const excerptLength = 120;

export function conversationScreen(format: Formatter, data: ConversationData): Screen {
  const { card, conversation, messages, note, now } = data;
  const person = card.person.id;
  const open = conversation?.state === 'open';
  const waiting = conversation?.waitingSince ?? null;
  return {
    text: lines(
      note,
      note === null ? null : '',
      ...cardLines(format, card),
      '',
      waiting === null
        ? format.html(open ? 'support-is-open' : 'support-is-closed')
        : format.html('support-is-waiting', { ago: format.ago(waiting, now) }),
      ...messages.map((message) => messageLine(format, message)),
    ),
    keys: [
      inReadingOrder(format, [
        button(format.plain('key-support-answer'), supportActions.askAnswer({ person })),
        button(format.plain('key-ready-answers'), supportActions.readyAnswers({ person })),
      ]),
      inReadingOrder(format, [
        open
          ? button(format.plain('key-close-support'), supportActions.closeSupport({ person }))
          : button(format.plain('key-reopen-support'), supportActions.reopenSupport({ person })),
        button(format.plain('key-open-person'), agentActions.agent({ person })),
      ]),
      backRow(format, supportActions.supportDesk({ page: 1 })),
    ],
  };
}

function messageLine(format: Formatter, { direction, content, createdAt, doneHow }: SupportMessage): string {
  const text = content.text === '' ? format.plain('support-attachment') : content.text;
  const isUndelivered = doneHow === 'blocked' || doneHow === 'refused' || doneHow === 'gone';
  return format.html('support-line', {
    sign: isUndelivered ? '⚠️' : direction === 'in' ? '👤' : '🏪',
    time: format.clock(createdAt),
    text: untrusted(text, excerptLength),
  });
}

/** Ready-made answers to send to a person. */
export const readyAnswersScreen = (
  format: Formatter,
  { person, texts, back }: { readonly person: number; readonly texts: readonly SupportText[]; readonly back: boolean },
): Screen => ({
  text: format.html(texts.length === 0 ? 'ready-none' : 'ready-choose'),
  keys: [
    ...texts.map(({ id, title }) => [
      button(truncateLabel(title, shownLength(1)), supportActions.sendReady({ person, text: id })),
    ]),
    ...(back ? [backRow(format, supportActions.conversation({ person }))] : []),
  ],
});
