import type { TypedMessage } from './question.ts';
import type { BotRequest, HandlerResult } from './request.ts';

/** `taken`: understood, and there is nothing to say. Null: it means something else, and the next reader is asked. */
type Reading = HandlerResult | 'taken' | null;

/**
 * Says what a text means that answers no question: a number, the code of an order, the words of a search. A feature has its
 * readers in `text-readers.ts`, and `bot/text-readers.ts` lists all of them once, in the order in which they are asked.
 *
 * ```ts
 * export const createOrderCodeReader =
 *   ({ orders }: Pick<Services, 'orders'>): TextReader =>
 *   async ({ person }, { text }) => {
 *     const order = text === undefined ? null : await orders.byCode(text);
 *     return order?.buyerId === person.id ? { redirect: orderActions.order({ order: order.id, page: 1 }) } : null;
 *   };
 * ```
 */
export type TextReader = (request: BotRequest, input: TypedMessage) => Promise<Reading>;

/** The meaning that the first of these readers finds. */
export const readInOrder =
  (readers: readonly TextReader[]): TextReader =>
  async (request, input) => {
    if (!isRead(input)) return null;
    for (const read of readers) {
      const reading = await read(request, input);
      if (reading !== null) return reading;
    }
    return null;
  };

/** A caption and a command that we do not have are read only if they contain a number. */
const isRead = ({ message, text, mobiles }: TypedMessage): boolean =>
  mobiles.length > 0 || message?.contact !== undefined || (text !== undefined && !text.startsWith('/'));
