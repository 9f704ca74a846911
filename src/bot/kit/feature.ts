import { type Action, type ActionRules, readValues, type ValuesOf } from './action.ts';
import type { Formatter } from './formatter.ts';
import type { QuestionHandler } from './question.ts';
import type { BotRequest, HandlerResult } from './request.ts';
import type { Button } from './screen.ts';

type Actions = Readonly<Record<string, ActionRules>>;

export type Handlers<A extends Actions> = {
  readonly [Name in keyof A]: (request: BotRequest, values: ValuesOf<A[Name]>) => Promise<HandlerResult>;
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
 * Joins actions with their handlers; the compiler asks for a handler for each. `bot/bot.ts` lists all features.
 *
 * ```ts
 * export const createSettingsFeature = ({ people, formatterFor }: Pick<Services, 'people' | 'formatterFor'>): Feature =>
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
  const names: (keyof A)[] = Object.keys(actions);
  return { actions: names.map((name) => handledAction(actions[name], handlers[name])), questions };
}

const handledAction = <Rules extends ActionRules>(
  rules: Rules,
  handle: (request: BotRequest, values: ValuesOf<Rules>) => Promise<HandlerResult>,
): HandledAction => ({
  rules,
  handlerFor: (texts) => {
    const values = readValues<Rules['fields']>(rules, texts);
    return values && ((request) => handle(request, values));
  },
});
