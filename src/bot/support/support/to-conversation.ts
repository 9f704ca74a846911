import type { SaleIn } from '#bot/buying/numbers/next-step.ts';
import type { TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { writtenIn } from './read-message.ts';
import { sentScreen } from './screens.ts';
import { createSlipButton } from './slip-button.ts';

/** `about`: the order that the message is about, if it names another subject. */
export type ToConversation = (request: BotRequest, typed: TypedMessage, about: string | null) => Promise<Reply | null>;

/** Takes a message into the person's open conversation with support. Null: there is none. */
export const createToConversation = (
  { support, payments }: Pick<Services, 'support' | 'payments'>,
  saleIn: SaleIn,
): ToConversation => {
  const slipButton = createSlipButton({ payments });
  return async (request, { message, text = '' }, about) => {
    const { person, format } = request;
    const writtenMessage = message && !message.text?.startsWith('/') ? writtenIn(message) : null;
    const conversation = writtenMessage && (await support.conversations.active(person.id));
    if (!conversation) return null;
    if (about !== null) await support.ask(person.id, about);
    const { first } = await support.take(person.id, writtenMessage);
    const [sale, slip] = [await saleIn(request, text), await slipButton(request, message)];
    return { screen: sentScreen(format, { isFirst: first, sale, slip, isSilent: conversation.isSilent }) };
  };
};
