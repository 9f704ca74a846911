import type { TypedMessage } from './question.ts';
import type { BotRequest, HandlerResult } from './request.ts';

/** `taken` means understood without a reply. Null passes the text to the next reader. */
type Reading = HandlerResult | 'taken' | null;

/**
 * Understands a text that answers no question, such as a number, an order's code or words to search for. A feature has its
 * readers in `text-readers.ts`; `bot/text-readers.ts` lists all of them once, in the order in which they run.
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

/** The result of the first reader that understands the text. */
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

/** Captions and unknown commands are read only if they contain a number. */
const isRead = ({ message, text, mobiles }: TypedMessage): boolean =>
  mobiles.length > 0 || message?.contact !== undefined || (text !== undefined && !text.startsWith('/'));
