import type { Api } from 'grammy';
import { supportActions } from '#bot/actions/support.ts';
import { type Formatter, oneLine, truncate, untrusted } from '#bot/kit/formatter.ts';
import { inReadingOrder } from '#bot/kit/navigation.ts';
import { type Button, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { messageOptions } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { isRefused, isTransient, isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { Delivered } from '#shop/support/support/support-worker.ts';
import { createCards } from './card.ts';
import { isGroupTrouble, isTopicClosed, isTopicGone, isTopicUnchanged, movedTo } from './group-trouble.ts';
import {
  type Destination,
  hasHeadline,
  headlineOf,
  isDelivered,
  isHeadline,
  MessageGone,
  putMessage,
  threadOf,
} from './put-message.ts';
import { topicCardScreen } from './topic-screens.ts';

export interface SupportDeliveryDeps
  extends Pick<Services, 'people' | 'orders' | 'wallet' | 'support' | 'formatterFor' | 'ownerIds'> {
  readonly api: Api;
  readonly log: Log;
  /** The bot's own name; null: not known yet. */
  readonly username: () => string | null;
}

/** No member of the staff can be written to now. */
export class NoRecipientReached extends Error {}

/** Telegram's limit is 128 characters. */
const topicLength = 100;

export type ToShop = ReturnType<typeof createToShop>;

/** To the topic of the person, or, without a group that works, to each member of the staff. */
export function createToShop(deps: SupportDeliveryDeps) {
  const { api, people, orders, support, formatterFor, ownerIds, log, username } = deps;
  const cardOf = createCards(deps);

  async function formatOf(personId: number | undefined): Promise<Formatter> {
    const person = personId === undefined ? null : await people.find(personId);
    return formatterFor(person?.language, person?.unit);
  }
  /** In the group: the first owner's language. */
  const groupFormat = () => formatOf(ownerIds[0]);

  const say = async (chatId: number, screen: Screen, to: Partial<Destination> = {}): Promise<number> => {
    const options = { ...messageOptions(screen), ...threadOf({ chatId, ...to }) };
    return (await api.sendMessage(chatId, screen.text, options)).message_id;
  };

  /** Where the message that this one replies to stands in a chat. */
  async function replyIn({ messages: [{ replyTo }], steps }: Delivered, chatId: number): Promise<number | null> {
    if (replyTo === null) return null;
    const repliedTo = await steps.find(replyTo);
    if (repliedTo?.original?.chatId === chatId) return repliedTo.original.messageId;
    const copy = (await steps.copiesOf(replyTo)).find(({ chat_id }) => chat_id === chatId);
    return copy?.message_id ?? null;
  }

  async function deliver(piece: Delivered): Promise<'sent'> {
    const group = await support.group.current();
    if (group !== null && (await inGroup(piece, group))) return 'sent';
    await toStaff(piece);
    return 'sent';
  }

  /** False: the group cannot be used. */
  async function inGroup(piece: Delivered, group: number): Promise<boolean> {
    try {
      await inTopic(piece, group);
      await support.group.clearFailure();
      return true;
    } catch (error) {
      const newChatId = movedTo(error);
      if (newChatId !== null) {
        await support.group.recordMove(newChatId);
        return inGroup(piece, newChatId);
      }
      if (!isGroupTrouble(error)) throw error;
      log.error(problemOf(error), 'support group cannot be used; staff get it in private');
      await support.group.recordFailure(error.description);
      return false;
    }
  }

  async function inTopic(piece: Delivered, group: number): Promise<void> {
    const { conversation, steps, messages } = piece;
    const knownTopic = conversation.topic?.chatId === group ? conversation.topic : null;
    const copies = await steps.copiesOf(messages[0].id);
    if (isDelivered(copies, group)) return;
    try {
      await put(knownTopic ?? (await newTopic(piece, group)));
    } catch (error) {
      if (isTopicClosed(error) && knownTopic) {
        await api.reopenForumTopic(group, knownTopic.id);
        return put(knownTopic);
      }
      if (!isTopicGone(error)) throw error;
      await steps.topic(null);
      await put(await newTopic(piece, group));
    }

    async function put(topic: { readonly id: number; readonly hasCard: boolean }): Promise<void> {
      const to = { chatId: group, topicId: topic.id };
      if (!topic.hasCard) await showCard(piece, to);
      else if (!hasHeadline(copies, group)) await tellOrder(piece, to);
      const repliesTo = await replyIn(piece, group);
      await putMessage({ api, steps }, to, messages, { header: '', keys: [], repliesTo });
    }
  }

  async function newTopic({ conversation: { personId }, steps }: Delivered, group: number) {
    const person = await people.find(personId);
    const name = truncate(oneLine(person?.name ?? ''), topicLength) || String(personId);
    const { message_thread_id: id } = await api.createForumTopic(group, name);
    await steps.topic({ chatId: group, id });
    return { id, hasCard: false };
  }

  async function showCard(
    { conversation, steps }: Delivered,
    to: Required<Pick<Destination, 'chatId'>> & { topicId: number },
  ) {
    const card = await cardOf(conversation.personId, conversation.orderId);
    if (card) await say(to.chatId, topicCardScreen(await groupFormat(), card, username()), to);
    await steps.card(to.topicId);
  }

  /** The message is the first about another order. */
  async function tellOrder({ messages: [{ id, orderId }], steps }: Delivered, to: Destination): Promise<void> {
    const order = orderId === null ? null : await orders.find(orderId);
    if (!order) return;
    const format = await groupFormat();
    const text = format.html('support-about', { code: format.copyable(order.code) });
    await steps.copied(id, [headlineOf(to, await say(to.chatId, { text, keys: [] }, to), order.code)]);
  }

  async function toStaff(piece: Delivered): Promise<void> {
    const { messages, conversation, steps } = piece;
    const { personId, orderId } = conversation;
    const person = await people.find(personId);
    const order = orderId === null ? null : await orders.find(orderId);
    const problem = await eachOfStaff(piece, personId, async (staffId) => {
      const format = await formatOf(staffId);
      const name = untrusted(person?.name ?? String(personId), 60);
      const header = order
        ? format.plain('support-of-order', { name, code: order.code })
        : format.plain('support-of', { name });
      const keys = answerKeys(format, personId);
      const repliesTo = await replyIn(piece, staffId);
      await putMessage({ api, steps }, { chatId: staffId }, messages, { header, keys, repliesTo });
    });
    if (problem !== null) throw problem;
  }

  /**
   * Each once, also after a crash; one chat that does not take it keeps it from no other. Returns why no one has it.
   * `author`: gets no copy of their own message; of a question only when it reaches nobody else.
   */
  async function eachOfStaff(
    { messages: [first], steps }: Delivered,
    author: number | null,
    tell: (staffId: number) => Promise<void>,
  ): Promise<unknown> {
    const copies = await steps.copiesOf(first.id);
    let isReached = copies.some((copy) => !isHeadline(copy));
    let failure: unknown = null;
    let refusal: unknown = null;
    const staff = await support.staff.list();
    const authorLast = staff.toSorted((one, other) => Number(one === author) - Number(other === author));
    for (const staffId of authorLast) {
      const isNeedless = staffId === author && (first.direction === 'out' || isReached || failure !== null);
      if (isNeedless || isDelivered(copies, staffId)) continue;
      try {
        await tell(staffId);
        isReached = true;
      } catch (error) {
        if (isTransient(error)) failure = error;
        else if (isRefused(error) || error instanceof MessageGone) {
          refusal = error;
          log.warn({ message: first.id, ...problemOf(error) }, 'support message not delivered to one of the staff');
        } else if (!isUnreachable(error)) throw error;
      }
    }
    if (failure !== null) throw failure;
    return isReached ? null : (refusal ?? new NoRecipientReached());
  }

  /** Others of the staff see what was answered: in the topic, or in private. */
  async function showAnswer(piece: Delivered): Promise<void> {
    const { messages, conversation, steps } = piece;
    const [{ authorId, original }] = messages;
    const { topic, personId } = conversation;
    const author = authorId === null ? null : await people.find(authorId);
    const group = await support.group.current();
    if (group !== null && original?.chatId === group) return;
    const extras = async (format: Formatter) => {
      const person = await people.find(personId);
      const names = { who: untrusted(author?.name ?? '', 40), name: untrusted(person?.name ?? '', 40) };
      return { header: format.plain('support-answered-by', names), keys: [], repliesTo: null };
    };
    if (group !== null && topic?.chatId === group) {
      if (isDelivered(await steps.copiesOf(messages[0].id), group)) return;
      const to = { chatId: group, topicId: topic.id };
      return putMessage({ api, steps }, to, messages, await extras(await groupFormat())).catch((error: unknown) => {
        if (isTransient(error)) throw error;
        log.warn(problemOf(error), 'answer not shown in the topic');
      });
    }
    // The person has the answer, also if colleagues do not.
    await eachOfStaff(piece, authorId, async (staffId) =>
      putMessage({ api, steps }, { chatId: staffId }, messages, await extras(await formatOf(staffId))),
    );
  }

  /** Why an answer did not arrive, where it was written. */
  async function tellAuthor({ messages: [first], conversation }: Delivered, key: string): Promise<void> {
    const { original, authorId, direction } = first;
    const chatId = original?.chatId ?? authorId;
    if (chatId === null) return;
    const inTopicOf = conversation.topic?.chatId === chatId ? conversation.topic : null;
    const person = await people.find(conversation.personId);
    const format = inTopicOf
      ? await groupFormat()
      : await formatOf(direction === 'in' ? conversation.personId : chatId);
    const screen = { text: format.html(key, { name: untrusted(person?.name ?? '', 60) }), keys: [] };
    const reply = original
      ? { reply_parameters: { message_id: original.messageId, allow_sending_without_reply: true } }
      : {};
    const to = { chatId, ...(inTopicOf ? { topicId: inTopicOf.id } : {}) };
    await api
      .sendMessage(chatId, screen.text, { ...messageOptions(screen), ...threadOf(to), ...reply })
      .catch((error: unknown) => log.warn(problemOf(error), 'support notice not delivered'));
  }

  async function closeTopic({ conversation: { topic } }: Delivered): Promise<'sent'> {
    if (topic) await quietly(() => api.closeForumTopic(topic.chatId, topic.id));
    return 'sent';
  }

  async function reopenTopic({ conversation: { topic }, steps }: Delivered): Promise<'sent'> {
    if (!topic) return 'sent';
    const isGone = await quietly(() => api.reopenForumTopic(topic.chatId, topic.id));
    if (isGone) await steps.topic(null);
    return 'sent';
  }

  /** True: the topic is gone. A topic that stays closed does no harm. */
  async function quietly(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
    } catch (error) {
      if (isTransient(error)) throw error;
      if (!isTopicUnchanged(error)) log.warn(problemOf(error), 'support topic not changed');
      return isTopicGone(error);
    }
    return false;
  }

  return { deliver, showAnswer, tellAuthor, closeTopic, reopenTopic, replyIn, say };
}

/** Below each message of a person in the private chat of a member of the staff. */
export const answerKeys = (format: Formatter, person: number): Button[][] => [
  inReadingOrder(format, [
    newMessageButton(format.plain('key-support-answer'), supportActions.askAnswer({ person })),
    newMessageButton(format.plain('key-support-open'), supportActions.conversation({ person })),
  ]),
];
