import type { ActionRules, ValuesOf } from './action.ts';
import type { QuestionHandler } from './question.ts';
import type { BotRequest, HandlerResult } from './request.ts';

type Actions = Readonly<Record<string, ActionRules>>;

export type Handlers<A extends Actions> = {
  readonly [Name in keyof A]: (request: BotRequest, values: ValuesOf<A[Name]>) => Promise<HandlerResult>;
};

interface HandledAction {
  readonly rules: ActionRules;
  readonly handle: (request: BotRequest, values: never) => Promise<HandlerResult>;
}

export interface Feature {
  readonly actions: readonly HandledAction[];
  readonly questions: readonly QuestionHandler[];
}

export function defineFeature<A extends Actions>(
  actions: A,
  handlers: Handlers<A>,
  questions: readonly QuestionHandler[] = [],
): Feature {
  return {
    actions: Object.entries(actions).map(([name, rules]) => ({ rules, handle: handlers[name as keyof A] })),
    questions,
  };
}
