import { supportActions } from '#bot/actions/support.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { inReadingOrder } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { type Card, cardLines } from './card.ts';

/** Opens the page of the conversation in the private chat of a member of the staff. */
export const conversationPrefix = 'c_';

/** The first message of a topic. */
export const topicCardScreen = (format: Formatter, card: Card, username: string | null): Screen => ({
  text: lines(...cardLines(format, card), '', format.html('support-topic-hint')),
  keys: [
    inReadingOrder(format, [
      button(format.plain('key-ready-answers'), supportActions.readyAnswers({ person: card.person.id })),
      button(format.plain('key-close-support'), supportActions.closeSupport({ person: card.person.id })),
    ]),
    ...(username === null
      ? []
      : [
          [
            {
              label: format.plain('key-support-desk-page'),
              url: `${format.messenger.linkRoot}/${username}?start=${conversationPrefix}${card.person.id}`,
            },
          ],
        ]),
  ],
});
