import type { SaleIn } from '#bot/buying/numbers/next-step.ts';
import type { Services } from '#bot/kit/services.ts';
import type { TextReader } from '#bot/kit/text-reader.ts';
import { isSentence } from '#shop/buying/catalogue/read-line.ts';
import { writtenIn } from './read-message.ts';
import { sentScreen } from './screens.ts';

/** What the bot does not understand, of any kind, belongs to the person's open conversation, if there is one. */
export const createConversationReader =
  ({ support }: Pick<Services, 'support'>, saleIn: SaleIn): TextReader =>
  async (request, { message, text = '' }) => {
    const { person, format } = request;
    const writtenMessage = message && !message.text?.startsWith('/') ? writtenIn(message) : null;
    if (!writtenMessage || !(await support.conversations.isActive(person.id))) return null;
    const { first } = await support.take(person.id, writtenMessage);
    return { screen: sentScreen(format, { isFirst: first, sale: await saleIn(request, text) }) };
  };

/** A sentence with a number in it is for the person at the other end of an open conversation. */
export const createSentenceReader =
  ({ operators }: Pick<Services, 'operators'>, readForSupport: TextReader): TextReader =>
  async (request, input) =>
    input.mobiles.length === 1 && isSentence(input.text ?? '', operators) ? readForSupport(request, input) : null;
