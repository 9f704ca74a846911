import type { Services } from '#bot/core/services.ts';
import type { TextReader } from '#bot/core/text-reader.ts';
import { writtenIn } from './read-message.ts';
import { sentScreen } from './screens.ts';

/** What the bot does not understand, of any kind, belongs to the person's open conversation, if there is one. */
export const createConversationReader =
  ({ support }: Pick<Services, 'support'>): TextReader =>
  async ({ person, format }, { message }) => {
    const writtenMessage = message && !message.text?.startsWith('/') ? writtenIn(message) : null;
    if (!writtenMessage || !(await support.conversations.isActive(person.id))) return null;
    const { first } = await support.take(person.id, writtenMessage);
    return first ? { screen: sentScreen(format) } : 'taken';
  };
