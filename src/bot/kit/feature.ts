import { type Action, type ActionRules, readValues, type ValuesOf } from './action.ts';
import { type Ask, askHandlers } from './ask.ts';
import type { Formatter } from './formatter.ts';
import type { QuestionHandler } from './question.ts';
import type { BotRequest, HandlerResult } from './request.ts';
import type { Button } from './screen.ts';

type Actions = Readonly<Record<string, ActionRules>>;

type Handler<Values extends object> = (request: BotRequest, values: Values) => Promise<HandlerResult>;

/** What each action does: a function, or a text that it asks for. */
export type Handlers<A extends Actions> = {
  readonly [Name in keyof A]: Handler<ValuesOf<A[Name]>> | Ask<ValuesOf<A[Name]>>;
};

interface HandledAction {
  readonly rules: ActionRules;
  /** Null if this action is never encoded like that. */
  readonly handlerFor: (texts: Action['values']) => ((request: BotRequest) => Promise<HandlerResult>) | null;
}

/** Writes to another person in their language; false if they are unreachable. */
export type Notify = (
  personId: number,
  text: (format: Formatter) => string,
  /** What the notice leads to; by default the wallet. */
  next?: (format: Formatter) => Button,
) => Promise<boolean>;

export interface Feature {
  readonly actions: readonly HandledAction[];
  readonly questions: readonly QuestionHandler[];
}

/**
 * Joins actions with their handlers; the compiler asks for a handler for each. A handler is a function, or an `Ask` for a
 * button that asks for a text. `bot/features.ts` lists all features.
 *
 * ```ts
 * export const createSettingsFeature = ({ people, formatterFor }: Parts): Feature =>
 *   defineFeature(settingsActions, {
 *     settings: async ({ format }) => ({ screen: settingsScreen(format) }),
 *     unit: async ({ person }, { unit }) => {
 *       await people.setPreferences(person.id, { unit });
 *       return { screen: settingsScreen(formatterFor(person.language, unit)) };
 *     },
 *   });
 * ```
 */
export function defineFeature<A extends Actions>(
  actions: A,
  handlers: Handlers<A>,
  questions: readonly QuestionHandler[] = [],
): Feature {
  const asked: QuestionHandler[] = [];
  const handled = Object.entries<ActionRules>(actions).map(([name, rules]): HandledAction => {
    const handler = handlers[name] as Handler<object> | Ask<object>;
    if (typeof handler === 'function') return handledAction(rules, handler);
    const { handle, question } = askHandlers(rules, handler);
    asked.push(question);
    return handledAction(rules, handle);
  });
  return { actions: handled, questions: [...questions, ...asked] };
}

const handledAction = (rules: ActionRules, handle: Handler<object>): HandledAction => ({
  rules,
  handlerFor: (texts) => {
    const values = readValues(rules, texts);
    return values && ((request) => handle(request, values));
  },
});
