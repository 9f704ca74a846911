import { GrammyError } from 'grammy';
import { supportActions } from '#bot/actions/support.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { newMessageButton } from '#bot/kit/screen.ts';
import { isTransient, isUnreachable, problemOf, retryLater } from '#bot/telegram/problem.ts';
import type { SupportMessage } from '#shop/support/support/conversation.ts';
import type { Delivered, SupportResult, SupportWorkerDeps } from '#shop/support/support/support-worker.ts';
import { createCopyChanges } from './change-copies.ts';
import { isDelivered, MessageGone, putMessage } from './put-message.ts';
import type { SupportDeliveryDeps } from './to-shop.ts';
import { createToShop, NoRecipientReached } from './to-shop.ts';

/** The bot may have left the group of the message that is copied. */
const isAboutGroup = (error: unknown): boolean => error instanceof GrammyError && /group/i.test(error.description);

type How = Extract<SupportResult, { kind: 'done' }>['how'];

/** What the support worker does with each message. */
export function createSupportDelivery(deps: SupportDeliveryDeps): SupportWorkerDeps['deliver'] {
  const { api, people, orders, formatterFor, log } = deps;
  const shop = createToShop(deps);
  const changes = createCopyChanges(deps, shop);

  async function formatOf(personId: number): Promise<Formatter> {
    const person = await people.find(personId);
    return formatterFor(person?.language, person?.unit);
  }

  /** As from the shop, with the order that it is about; never from a person's account. */
  async function toPerson(piece: Delivered): Promise<How> {
    const { messages, conversation, steps } = piece;
    const { personId, orderId } = conversation;
    const [first] = messages;
    if (!isDelivered(await steps.copiesOf(first.id), personId)) {
      const format = await formatOf(personId);
      const order = orderId === null ? null : await orders.find(orderId);
      const header = order ? format.plain('support-from-order', { code: order.code }) : format.plain('support-from');
      const keys = [[newMessageButton(format.plain('key-support-reply'), supportActions.support({ order: orderId }))]];
      try {
        const repliesTo = await shop.replyIn(piece, personId);
        await putMessage({ api, steps }, { chatId: personId }, messages, { header, keys, repliesTo });
      } catch (error) {
        if (!isUnreachable(error) || isAboutGroup(error)) throw error;
        await people.markUnreachable(personId);
        await shop.tellAuthor(piece, 'support-blocked');
        return 'blocked';
      }
    }
    await shop.showAnswer(piece);
    return 'sent';
  }

  async function sayClosed({ conversation: { personId } }: Delivered): Promise<How> {
    const format = await formatOf(personId);
    const keys = [[newMessageButton(format.plain('key-support'), supportActions.support({ order: null }))]];
    await shop.say(personId, { text: format.html('support-closed'), keys }).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
    });
    return 'sent';
  }

  function route(piece: Delivered): Promise<How> {
    const { kind, direction } = piece.messages[0];
    switch (kind) {
      case 'message':
        return direction === 'in' ? shop.deliver(piece) : toPerson(piece);
      case 'edit':
        return changes.edit(piece);
      case 'delete':
        return changes.remove(piece);
      case 'close':
        return direction === 'in' ? shop.closeTopic(piece) : sayClosed(piece);
      case 'reopen':
        return shop.reopenTopic(piece);
    }
  }

  return async (piece): Promise<SupportResult> => {
    try {
      return { kind: 'done', how: await route(piece) };
    } catch (error) {
      const { id }: SupportMessage = piece.messages[0];
      log.warn({ message: id, ...problemOf(error) }, 'support message not delivered');
      if (error instanceof NoRecipientReached) return { kind: 'later', retryAfterMs: null };
      if (isTransient(error)) return retryLater(error);
      const isGone = error instanceof MessageGone;
      // Anything else is a mistake of ours, and the message waits.
      if (!isGone && !(error instanceof GrammyError)) throw error;
      await shop.tellAuthor(piece, isGone ? 'support-gone' : 'support-refused');
      return { kind: 'done', how: isGone ? 'gone' : 'refused' };
    }
  };
}
