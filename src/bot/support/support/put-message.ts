import { type Api, GrammyError } from 'grammy';
import type { MessageEntity } from 'grammy/types';
import { type Button, markup } from '#bot/kit/screen.ts';
import type { SupportContent, SupportMessage } from '#shop/support/support/conversation.ts';
import type { DeliverySteps, SupportCopy } from '#shop/support/support/support-worker.ts';

/** A chat, or a topic of a forum group. */
export interface Destination {
  readonly chatId: number;
  readonly topicId?: number | undefined;
}

interface Extras {
  /** A plain line above the message; empty: none. */
  readonly header: string;
  readonly keys: readonly (readonly Button[])[];
  /** The message there that it replies to. */
  readonly repliesTo: number | null;
}

const mostText = 4_096;
const mostCaption = 1_024;

export const threadOf = ({ topicId }: Destination) => (topicId === undefined ? {} : { message_thread_id: topicId });

/** The header in bold, then the text with its own formatting. */
export function withHeader(header: string, { text, entities }: Pick<SupportContent, 'text' | 'entities'>) {
  const shift = header === '' ? 0 : header.length + (text === '' ? 0 : 1);
  const shiftedEntities = (entities as readonly MessageEntity[]).map((one) => ({ ...one, offset: one.offset + shift }));
  const bold: MessageEntity[] = header === '' ? [] : [{ type: 'bold', offset: 0, length: header.length }];
  return { text: [header, text].filter((part) => part !== '').join('\n'), entities: [...bold, ...shiftedEntities] };
}

const keysOf = (keys: Extras['keys']) => (keys.length > 0 ? { reply_markup: markup({ text: '', keys }) } : {});

const isGone = (error: unknown): boolean =>
  error instanceof GrammyError && /message to copy not found|MESSAGE_ID_INVALID/i.test(error.description);

/** The original was deleted before it could be copied. */
export class MessageGone extends Error {}

/** A line above a message that has none in itself; stored as soon as it is sent, so that a retry does not repeat it. */
export const isHeadline = ({ form, header }: SupportCopy): boolean => form === 'plain' && header !== '';

export const headlineOf = (to: Destination, message_id: number, header: string): SupportCopy => ({
  chat_id: to.chatId,
  message_id,
  form: 'plain',
  header,
});

export const hasHeadline = (copies: readonly SupportCopy[], chatId: number): boolean =>
  copies.some((copy) => copy.chat_id === chatId && isHeadline(copy));

/** The message itself is there, not just the line above it. */
export const isDelivered = (copies: readonly SupportCopy[], chatId: number): boolean =>
  copies.some((copy) => copy.chat_id === chatId && !isHeadline(copy));

/** Delivers one message, or an album, and stores where it stands now. */
export async function putMessage(
  { api, steps }: { readonly api: Api; readonly steps: Pick<DeliverySteps, 'copiesOf' | 'copied'> },
  to: Destination,
  [first, ...others]: readonly [SupportMessage, ...SupportMessage[]],
  { header, keys, repliesTo }: Extras,
): Promise<void> {
  const options = {
    ...threadOf(to),
    ...(repliesTo === null ? {} : { reply_parameters: { message_id: repliesTo, allow_sending_without_reply: true } }),
  };
  const copyOf = (message: SupportMessage, message_id: number, form: SupportCopy['form'], above = '') => ({
    message,
    copy: { chat_id: to.chatId, message_id, form, header: above },
  });

  const say = async (text: string, entities: MessageEntity[]) =>
    (
      await api.sendMessage(to.chatId, text, {
        ...options,
        entities,
        ...keysOf(keys),
        link_preview_options: { is_disabled: true },
      })
    ).message_id;

  /** True: it is above the message. */
  async function headline(): Promise<boolean> {
    if (header === '') return false;
    if (hasHeadline(await steps.copiesOf(first.id), to.chatId)) return true;
    const { text, entities } = withHeader(header, { text: '', entities: [] });
    await steps.copied(first.id, [headlineOf(to, await say(text, entities), header)]);
    return true;
  }

  async function album() {
    await headline();
    const messages = [first, ...others];
    const ids = messages.flatMap(({ original }) => (original ? [original.messageId] : []));
    const copies = await api.copyMessages(to.chatId, first.original?.chatId ?? 0, ids, threadOf(to));
    // Telegram leaves out what was deleted, without saying which.
    const whole = copies.length === messages.length;
    return copies.map(({ message_id }, at) =>
      copyOf((whole ? messages[at] : undefined) ?? first, message_id, whole ? 'caption' : 'plain'),
    );
  }

  async function single() {
    const { content, original } = first;
    const { text, entities } = withHeader(header, content);
    const asText = content.form === 'text' && text.length <= mostText;
    if (asText && (header !== '' || !original)) return [copyOf(first, await say(text, entities), 'text', header)];
    if (!original) throw new MessageGone();
    const { chatId, messageId } = original;
    const fitsCaption = content.form === 'caption' && header !== '' && text.length <= mostCaption;
    const hasLineAbove = !fitsCaption && (await headline());
    const caption = fitsCaption ? { caption: text, caption_entities: entities } : {};
    try {
      const { message_id } = await api.copyMessage(to.chatId, chatId, messageId, {
        ...options,
        ...caption,
        ...(hasLineAbove ? {} : keysOf(keys)),
      });
      return [copyOf(first, message_id, content.form, fitsCaption ? header : '')];
    } catch (error) {
      if (!isGone(error)) throw error;
      if (!asText) throw new MessageGone();
      return [copyOf(first, await say(text, entities), 'text', header)];
    }
  }

  const put = others.length > 0 ? await album() : await single();
  // Zero: Telegram sends it later, and it has no id yet.
  for (const { message, copy } of put) if (copy.message_id > 0) await steps.copied(message.id, [copy]);
}
