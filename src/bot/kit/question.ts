import type { Message } from 'grammy/types';
import type { Permission } from '#domain/access.ts';
import type { Operators } from '#domain/operators.ts';
import { findMobiles, type Mobile, parseMobile } from '#domain/phone.ts';
import { type Reading, readText } from '#domain/reading/reading.ts';
import { isWholeSale } from '#domain/sale-line.ts';
import { canNow } from './action.ts';
import type { BotRequest, FileRequest, HandlerResult, Question, Reply, Tracked } from './request.ts';
import type { Screen } from './screen.ts';

/** `for` is stored and never reused with other data. */
interface QuestionDefinition<Data extends object> {
  (...data: keyof Data extends never ? [] : [Data]): Question;
  readonly for: string;
}

/**
 * Declares a question that people answer by typing. Its data is stored while the bot waits, so it is plain JSON. A handler asks
 * by returning it beside its screen; `onAnswer` says what the answer does.
 *
 * ```ts
 * export const nameQuestion = defineQuestion<{ readonly mobile: Mobile }>('name');
 *
 * // in a handler
 * return { screen: promptScreen(format, format.html('ask-name'), back), question: nameQuestion({ mobile }) };
 * ```
 */
export const defineQuestion = <Data extends object = Record<never, never>>(name: string): QuestionDefinition<Data> =>
  Object.assign((...[data]: readonly (Data | undefined)[]): Question => ({ for: name, ...data }), { for: name });

export interface TypedMessage {
  readonly message: Message | undefined;
  readonly text: string | undefined;
  /** All mobile numbers in the text, the caption or a contact. */
  readonly mobiles: readonly Mobile[];
  /** What the text or the caption says. */
  readonly reading: Reading;
  /** True if the text has only numbers and what to buy for them. */
  readonly isSale: boolean;
}

/**
 * Says what is done about a text that answers no question. `taken`: understood, and there is nothing to say. Null: nothing in
 * it is understood.
 */
export type TextReader = (request: BotRequest, input: TypedMessage) => Promise<HandlerResult | 'taken' | null>;

export function readMessage(message: Message | undefined, operators: Operators): TypedMessage {
  const source = message?.contact?.phone_number ?? message?.text ?? message?.caption;
  const text = message?.text?.trim();
  const reading = readText(message?.text ?? message?.caption ?? '', operators);
  const input = { message, text, reading, isSale: text !== undefined && text !== '' && isWholeSale(text, operators) };
  if (source === undefined) return { ...input, mobiles: [] };
  const whole = parseMobile(source, operators);
  return { ...input, mobiles: whole.ok ? [whole.value] : findMobiles(source, operators) };
}

/** Plain data with stored names: conversations replay it. */
export type Answer =
  | {
      readonly kind: 'done';
      readonly screen: Screen;
      readonly ask: Question | null;
      readonly tracks: Tracked | null;
      readonly quoted: Tracked | null;
    }
  /** The receipt worker shows the outcome. */
  | { readonly kind: 'worker' }
  | { readonly kind: 'files'; readonly files: readonly FileRequest[] }
  /** Names the mistake; the question stays open. */
  | { readonly kind: 'retry'; readonly screen: Screen }
  /** No reply; the question stays open. */
  | { readonly kind: 'taken' }
  /** Ends the question with a reply that has more than a screen. */
  | { readonly kind: 'show'; readonly reply: Reply }
  /** Not an answer: handled like any other message. If nothing understands it, the question stays open. */
  | { readonly kind: 'pass' };

export const notAnAnswer: Answer = { kind: 'pass' };

export interface QuestionHandler {
  readonly for: string;
  readonly answer: (request: BotRequest, input: TypedMessage, question: Question) => Promise<Answer | HandlerResult>;
}

/**
 * Handles the answers to a question. It may return a reply, a redirect, `askAgain(…)`, or `notAnAnswer`: then the message is
 * read as if nothing had been asked. Rights are checked here, because they may have changed since the question.
 *
 * ```ts
 * onAnswer(nameQuestion, async ({ person }, { text, mobiles }, { mobile }) => {
 *   if (text === undefined || mobiles.length > 0) return notAnAnswer;
 *   await numbers.setLabel(person.id, mobile, text);
 *   return { redirect: numberActions.number({ mobile }) };
 * });
 * ```
 */
export const onAnswer = <Data extends object>(
  definition: QuestionDefinition<Data>,
  answer: (request: BotRequest, input: TypedMessage, data: Data) => Promise<Answer | HandlerResult>,
): QuestionHandler => ({
  for: definition.for,
  // This definition stored the data.
  answer: (request, input, question) => answer(request, input, question as Question & Data),
});

/** Null if the message has no text, or if the person may no longer do what the question was for. */
export const textFrom = ({ person }: BotRequest, { text }: TypedMessage, permission: Permission): string | null =>
  canNow(person, permission) && text !== undefined && text !== '' ? text : null;

/** A text that others will read; a typed sale is not one. */
export const messageFrom = (request: BotRequest, input: TypedMessage, permission: Permission): string | null =>
  input.isSale ? null : textFrom(request, input, permission);

export const ownersText = (request: BotRequest, input: TypedMessage): string | null => textFrom(request, input, 'run');
