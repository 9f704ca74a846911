import type { TypedMessage } from './question.ts';
import type { BotRequest, HandlerResult } from './request.ts';

/**
 * Says what is done about a text that answers no question. `taken`: understood, and there is nothing to say. Null: nothing in
 * it is understood.
 */
export type TextReader = (request: BotRequest, input: TypedMessage) => Promise<HandlerResult | 'taken' | null>;
