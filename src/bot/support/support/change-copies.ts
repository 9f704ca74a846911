import { GrammyError } from 'grammy';
import { supportActions } from '#bot/actions/support.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { markup, newMessageButton } from '#bot/kit/screen.ts';
import { isRefused, isTransient, isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { SupportContent, SupportMessage } from '#shop/support/support/conversation.ts';
import type { Delivered, SupportCopy } from '#shop/support/support/support-worker.ts';
import { isDelivered, MessageGone, putMessage, withHeader } from './put-message.ts';
import type { SupportDeliveryDeps } from './to-shop.ts';
import { answerKeys, type ToShop } from './to-shop.ts';

/** What happens to the copies of a message that was edited or taken back. */
export function createCopyChanges(deps: SupportDeliveryDeps, shop: ToShop) {
  const { api, people, support, formatterFor, ownerIds, log } = deps;

  async function formatIn(chatId: number): Promise<Formatter> {
    const person = await people.find(chatId < 0 ? (ownerIds[0] ?? 0) : chatId);
    return formatterFor(person?.language, person?.unit);
  }

  /** An edit without them would remove the buttons. */
  function keysFor(
    format: Formatter,
    { personId, direction }: SupportMessage,
    { chat_id, header }: SupportCopy,
    order: string | null,
  ) {
    if (header === '' || chat_id < 0) return {};
    if (direction === 'in') return { reply_markup: markup({ text: '', keys: answerKeys(format, personId) }) };
    if (chat_id !== personId) return {};
    const reply = newMessageButton(format.plain('key-support-reply'), supportActions.support({ order }));
    return { reply_markup: markup({ text: '', keys: [[reply]] }) };
  }

  /** False: this copy cannot be edited. */
  async function editCopy(
    of: SupportMessage,
    copy: SupportCopy,
    { content, order }: { content: SupportContent; order: string | null },
  ): Promise<boolean> {
    const { chat_id, message_id, form, header } = copy;
    if (form === 'plain') return false;
    const { text, entities } = withHeader(header, content);
    const keys = keysFor(await formatIn(chat_id), of, copy, order);
    try {
      if (form === 'text')
        await api.editMessageText(chat_id, message_id, text, {
          entities,
          ...keys,
          link_preview_options: { is_disabled: true },
        });
      else await api.editMessageCaption(chat_id, message_id, { caption: text, caption_entities: entities, ...keys });
      return true;
    } catch (error) {
      if (isTransient(error)) throw error;
      log.info(problemOf(error), 'support copy not edited');
      return error instanceof GrammyError && /message is not modified/.test(error.description);
    }
  }

  /** Who was of the staff then reads nothing new. */
  const isForThem = async ({ chat_id }: SupportCopy, personId: number): Promise<boolean> =>
    chat_id < 0 || chat_id === personId || (await support.staff.mayAnswer(chat_id));

  /** The copies change too; where that is impossible, the new version follows with a line that says so. */
  async function edit(piece: Delivered): Promise<'sent' | 'gone'> {
    const { messages, conversation, steps } = piece;
    const [change] = messages;
    const of = change.ofId === null ? null : await steps.find(change.ofId);
    const copies = of ? await steps.editionsOf(of.id) : [];
    if (!of || copies.length === 0) return 'gone';
    const { content } = change;
    const changeable = copies.filter(({ form }) => form !== 'plain' || copies.length === 1);
    // A chat that got an earlier edit as a new message has that one changed.
    const latest = [...new Map(changeable.map((copy) => [copy.chat_id, copy])).values()];
    // After a retry some have it.
    const sentCopies = await steps.copiesOf(change.id);
    for (const copy of latest) {
      if (isDelivered(sentCopies, copy.chat_id) || !(await isForThem(copy, of.personId))) continue;
      const sameFile = content.file === of.content.file;
      if (sameFile && (await editCopy(of, copy, { content, order: conversation.orderId }))) continue;
      const topicId = conversation.topic?.chatId === copy.chat_id ? conversation.topic.id : undefined;
      const format = await formatIn(copy.chat_id);
      const edited = { ...of, id: change.id, content };
      const extras = { header: format.plain('support-edited'), keys: [], repliesTo: copy.message_id };
      await putMessage({ api, steps }, { chatId: copy.chat_id, topicId }, [edited], extras).catch((error: unknown) => {
        if (isUnreachable(error)) return;
        // One of the staff who does not take it keeps it from no other.
        const isRecipient = copy.chat_id === of.personId || latest.length === 1;
        if (isRecipient || !(isRefused(error) || error instanceof MessageGone)) throw error;
        log.warn({ message: change.id, ...problemOf(error) }, 'support message not delivered to one of the staff');
      });
    }
    return 'sent';
  }

  /** An answer is taken back from the person's chat, where Telegram still allows it. */
  async function remove(piece: Delivered): Promise<'sent' | 'gone'> {
    const { messages, conversation, steps } = piece;
    const [{ ofId }] = messages;
    const copies = ofId === null ? [] : await steps.editionsOf(ofId);
    const theirs = copies.filter(({ chat_id }) => chat_id === conversation.personId);
    let isRemoved = theirs.length > 0;
    for (const { chat_id, message_id } of theirs) {
      try {
        await api.deleteMessage(chat_id, message_id);
      } catch (error) {
        if (isTransient(error)) throw error;
        isRemoved = false;
        log.info(problemOf(error), 'support copy not deleted');
      }
    }
    const of = ofId === null ? null : await steps.find(ofId);
    if (of) await shop.tellAuthor({ ...piece, messages: [of] }, isRemoved ? 'support-deleted' : 'support-not-deleted');
    return isRemoved ? 'sent' : 'gone';
  }

  return { edit, remove };
}
