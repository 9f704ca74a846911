import type { Written } from '#shop/support/queue.ts';
import type { SupportText } from '#shop/support/texts.ts';

/** An answer without an original message: its text is sent. */
export const readyMade = ({ body }: SupportText, idempotencySource: string): Written => ({
  source: `ready:${idempotencySource}`,
  chatId: null,
  messageId: null,
  album: null,
  repliesTo: null,
  content: { text: body, entities: [], form: 'text', file: null },
});
