import type { Failure } from '#domain/failure.ts';
import type { Action, ActionRules } from './action.ts';
import { askAgain, failureReply } from './failure.ts';
import { page, type Row } from './page.ts';
import { type Answer, defineQuestion, notAnAnswer, onAnswer, type TypedMessage, textFrom } from './question.ts';
import type { BotRequest, HandlerResult, Reply } from './request.ts';

/**
 * A button that asks for a text: what is asked, the way back, and what the answer does. It stands among the handlers of a
 * feature. Who may press the button may answer. That is checked again when the answer comes, because the person may have
 * lost the right since.
 *
 * ```ts
 * defineFeature(hoursActions, {
 *   askHours: {
 *     stored: 'hours',
 *     text: ({ format }) => format.html('ask-hours'),
 *     back: () => hoursActions.hours(),
 *     answer: async ({ person }, text, _, { again }) => {
 *       if (text.length > 200) return again({ code: 'message-too-long' });
 *       await hours.change(person.id, text);
 *       return { redirect: hoursActions.hours() };
 *     },
 *   },
 * });
 * ```
 *
 * The fields of the button are stored with the question, so the answer gets the same values as the press:
 *
 * ```ts
 * askNote: {
 *   stored: 'note',
 *   text: ({ format }) => format.html('ask-note'),
 *   back: ({ person }) => customerActions.notes({ person, page: 1 }),
 *   isForOthers: true,
 *   answer: (request, text, { person }) => addNote(request, person, text),
 * },
 * ```
 *
 * A question whose data differ from the fields of its button, or that takes more than a text, is a `defineQuestion`.
 */
export interface Ask<Values extends object> {
  /** The question's name. It is stored while the bot waits, and never reused with other data. */
  readonly stored: string;
  /** A failure is shown instead, and nothing is asked. */
  readonly text: (request: BotRequest, values: Values) => string | Failure | Promise<string | Failure>;
  /** Answers that one tap gives. */
  readonly keys?: (values: Values) => readonly Row[];
  /** Where the person goes without an answer. */
  readonly back: (values: Values) => Action;
  /** True if other people will read the answer. A typed sale is not such a text. */
  readonly isForOthers?: boolean;
  readonly answer: (request: BotRequest, text: string, values: Values, more: More) => Promise<Answer | HandlerResult>;
}

/** What an answer may need besides its text. */
interface More {
  /** Names a mistake and keeps the question open. */
  readonly again: (failure: Failure) => Answer;
  readonly input: TypedMessage;
}

/** The two halves of an ask: the button's handler and the question's. */
export function askHandlers<Values extends object>(
  { permission }: Pick<ActionRules, 'permission'>,
  { stored, text, keys = () => [], back, isForOthers = false, answer }: Ask<Values>,
) {
  return {
    handle: async (request: BotRequest, values: Values): Promise<Reply> => {
      const asked = await text(request, values);
      if (typeof asked !== 'string') return failureReply(request.format, asked, back(values));
      const screen = page(request.format, { text: asked, keys: keys(values), back: back(values) });
      return { screen, question: { for: stored, ...values } };
    },
    question: onAnswer(defineQuestion<Values>(stored), async (request, input, values) => {
      const typed = textFrom(request, input, permission);
      if (typed === null || (isForOthers && input.isSale)) return notAnAnswer;
      const again = (failure: Failure): Answer => askAgain(request, failure, back(values));
      return answer(request, typed, values, { again, input });
    }),
  };
}
