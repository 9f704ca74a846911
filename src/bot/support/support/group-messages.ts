import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import { supportActions } from '#bot/actions/support.ts';
import { type Action, readValues } from '#bot/kit/action.ts';
import { decodeAction } from '#bot/kit/callback-data.ts';
import type { BotContext } from '#bot/kit/context.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { messageOptions } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { SupportConversation } from '#shop/support/support/conversation.ts';
import type { StaffAct } from '#shop/support/support/conversations.ts';
import { contentOf, editionOf, readyMade, writtenIn } from './read-message.ts';
import { readyAnswersScreen } from './screens.ts';

type Deps = Pick<Services, 'support' | 'people' | 'formatterFor' | 'ownerIds'> & { readonly log: Log };

/** The one group that the bot listens to. Its members are the staff; every other group changes nothing. */
export function createSupportGroupMessages({
  support,
  people,
  formatterFor,
  ownerIds,
  log,
}: Deps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const inGroup = composer.filter(async ({ chat }) => chat !== undefined && (await support.group.is(chat.id)));

  async function groupFormat(): Promise<Formatter> {
    const owner = await people.find(ownerIds[0] ?? 0);
    return formatterFor(owner?.language, owner?.unit);
  }

  const topicOf = ({ chat, is_topic_message, message_thread_id }: Message): Promise<SupportConversation | null> =>
    is_topic_message && message_thread_id !== undefined
      ? support.conversations.ofTopic(chat.id, message_thread_id)
      : Promise.resolve(null);

  /** Null: another bot, or a channel. */
  function actOf({ from, sender_chat, chat }: Message): StaffAct | null {
    if (sender_chat) return sender_chat.id === chat.id ? { by: null, via: 'group' } : null;
    return from && !from.is_bot ? { by: from.id, via: 'group' } : null;
  }

  async function command(ctx: BotContext, message: Message, personId: number, act: StaffAct): Promise<void> {
    const source = `command:${message.chat.id}:${message.message_id}:${message.date}`;
    const [word = ''] = (message.text ?? '').split(/[\s@]/);
    const repliedTo = message.reply_to_message?.message_id;
    if (word === '/delete' && repliedTo !== undefined) await support.takeBack(message.chat.id, repliedTo, act, source);
    if (word === '/close') await support.close(personId, act, { source });
    if (word === '/answers') await offerAnswers(ctx, personId, message.message_thread_id);
    // Everything else that begins with a slash is a note among the staff.
  }

  async function offerAnswers({ api, chat }: BotContext, person: number, message_thread_id: number | undefined) {
    if (!chat) return;
    const texts = await support.texts.list('answer');
    const screen = readyAnswersScreen(await groupFormat(), { person, texts, back: false });
    const thread = message_thread_id === undefined ? {} : { message_thread_id };
    await api.sendMessage(chat.id, screen.text, { ...messageOptions(screen), ...thread });
  }

  /** Such as a topic that a process created just before it was killed. */
  async function tellUnknown({ api }: BotContext, { chat, message_thread_id }: Message): Promise<void> {
    const format = await groupFormat();
    const thread = message_thread_id === undefined ? {} : { message_thread_id };
    await api.sendMessage(chat.id, format.plain('support-unknown-topic'), thread);
  }

  inGroup.on('message', async (ctx) => {
    const { message } = ctx;
    if (message.migrate_to_chat_id !== undefined) return support.group.recordMove(message.migrate_to_chat_id);
    const conversation = message.from?.id === ctx.me.id ? null : await topicOf(message);
    const act = actOf(message);
    if (!conversation && act && isOwnTopic(ctx, message)) return tellUnknown(ctx, message);
    if (!conversation || !act) return;
    const { personId } = conversation;
    const source = `topic:${message.chat.id}:${message.message_id}:${message.date}`;
    if (message.forum_topic_closed) return void (await support.close(personId, act, { source, inTopic: true }));
    if (message.forum_topic_reopened) return void (await support.reopen(personId, act, { source, inTopic: true }));
    if (message.text?.startsWith('/')) return command(ctx, message, personId, act);
    const writtenMessage = writtenIn(message);
    if (writtenMessage) await support.answer(personId, act, withoutTopicRoot(message, writtenMessage));
  });

  inGroup.on('edited_message', async ({ editedMessage: message }) => {
    const content = contentOf(message);
    if (content)
      await support.edit(message.chat.id, message.message_id, editionOf(content, message.edit_date), content);
  });

  /** A public group shows its buttons to people who are not in it. */
  async function isMember({ api, chat, from }: BotContext): Promise<boolean> {
    if (!chat || !from) return false;
    try {
      const member = await api.getChatMember(chat.id, from.id);
      return member.status === 'restricted' ? member.is_member : !['left', 'kicked'].includes(member.status);
    } catch (error) {
      log.warn(problemOf(error), 'membership in the support group not known');
      return false;
    }
  }

  async function press(ctx: BotContext, message: Message, action: Action): Promise<void> {
    const conversation = await topicOf(message);
    const person = conversation?.personId;
    const { readyAnswers, sendReady, closeSupport } = supportActions;
    const values = [readyAnswers, sendReady, closeSupport]
      .filter(({ tag }) => tag === action.tag)
      .map((one) => readValues(one, action.values))[0];
    // Each topic is one person's: a button for another person does nothing here.
    if (person === undefined || !values || values.person !== person || !(await isMember(ctx))) return;
    const act = { by: ctx.from?.id ?? null, via: 'group' } as const;
    const source = `press:${ctx.callbackQuery?.id}:${message.chat.id}`;
    if (action.tag === closeSupport.tag) await support.close(person, act, { source });
    if (action.tag === readyAnswers.tag) await offerAnswers(ctx, person, message.message_thread_id);
    const text =
      'text' in values && action.tag === sendReady.tag ? await support.texts.find(Number(values.text)) : null;
    if (text?.kind === 'answer') await support.answer(person, act, readyMade(text, source));
  }

  inGroup.on('callback_query', async (ctx) => {
    const { message, data = '' } = ctx.callbackQuery;
    const acknowledged = ctx.answerCallbackQuery().catch(() => undefined);
    const decoded = decodeAction(data);
    if (message && 'text' in message && decoded) await press(ctx, message, decoded.action);
    await acknowledged;
  });

  inGroup.on('my_chat_member', async (ctx) => {
    const { old_chat_member: before, new_chat_member: me } = ctx.myChatMember;
    if (me.status === 'administrator' && me.can_manage_topics) return support.group.clearFailure();
    // A bot is added first and made an administrator then.
    if (before.status === 'administrator' || me.status !== 'member') await support.group.recordFailure(me.status);
  });

  inGroup.use(() => undefined);
  return composer;
}

/** Topics that staff open for themselves are theirs. */
const isOwnTopic = ({ me }: BotContext, message: Message): boolean =>
  message.reply_to_message?.forum_topic_created !== undefined &&
  message.reply_to_message.from?.id === me.id &&
  !message.text?.startsWith('/') &&
  writtenIn(message) !== null;

/** In a topic every message replies at least to the one that opened it. */
const withoutTopicRoot = <T extends { readonly repliesTo: number | null }>(message: Message, writtenMessage: T): T =>
  writtenMessage.repliesTo === message.message_thread_id ? { ...writtenMessage, repliesTo: null } : writtenMessage;
