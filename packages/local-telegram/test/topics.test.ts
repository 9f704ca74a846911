import type { ForumTopic, Message, MessageId } from '@grammyjs/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Group, Person } from '#telegram/people/people.ts';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createRawApi, type RawApi } from './raw-api.ts';

let telegram: RunningTelegram;
let api: RawApi;
let ali: Person;
let group: Group;

beforeAll(async () => {
  telegram = await startTelegram();
  api = createRawApi(telegram);
  ali = telegram.person({ id: 1_001, first_name: 'Ali' });
  await ali.type('/start', { wait: false });
  group = telegram.forum('Support', ali, telegram.bot);
});
afterAll(() => telegram.close());

const create = (params: object = {}) =>
  api.result<ForumTopic>('createForumTopic', { chat_id: group.id, name: 'Sara', ...params });
const refused = (method: string, params: object) => api.refusal(method, { chat_id: group.id, ...params });

describe('topics of a forum', () => {
  test('need a forum and an administrator who may manage topics', async () => {
    expect(await refused('createForumTopic', { name: 'x' })).toBe(
      '400 Bad Request: not enough rights to create a topic',
    );
    expect(await refused('createForumTopic', { chat_id: 1_001, name: 'x' })).toBe(
      '400 Bad Request: the chat is not a forum',
    );
    const plain = telegram.group('Plain', ali, telegram.bot);
    expect(await refused('createForumTopic', { chat_id: plain.id, name: 'x' })).toBe(
      '400 Bad Request: the chat is not a forum',
    );
    group.promote(telegram.bot, { can_manage_topics: true, can_delete_messages: false });
    expect(await refused('createForumTopic', { name: ' ' })).toBe('400 Bad Request: topic name must be non-empty');
    expect(await refused('createForumTopic', { name: 'x'.repeat(129) })).toBe('400 Bad Request: TOPIC_TITLE_TOO_LONG');
    expect(await refused('createForumTopic', { name: 'x', icon_color: 1 })).toBe(
      '400 Bad Request: wrong icon color specified',
    );
    const topic = await create();
    expect(topic).toEqual({ message_thread_id: topic.message_thread_id, name: 'Sara', icon_color: 0x6fb9f0 });
    expect(group.topics()).toMatchObject([{ id: topic.message_thread_id, name: 'Sara', closed: false }]);
    expect(await refused('deleteForumTopic', { message_thread_id: topic.message_thread_id })).toBe(
      '400 Bad Request: not enough rights to delete a topic',
    );
  });

  test('can be written to, closed, opened, renamed and deleted', async () => {
    group.promote(telegram.bot, { can_manage_topics: true, can_delete_messages: true });
    const { message_thread_id } = await create({ name: 'Reza' });
    const sent = await api.result<Message>('sendMessage', { chat_id: group.id, message_thread_id, text: 'hello' });
    expect(sent).toMatchObject({ message_thread_id, is_topic_message: true, text: 'hello' });
    expect(
      ali
        .in(group, message_thread_id)
        .messages()
        .map(({ text }) => text),
    ).toEqual(['', 'hello']);
    for (const [method, again] of [
      ['closeForumTopic', '400 Bad Request: TOPIC_NOT_MODIFIED'],
      ['reopenForumTopic', '400 Bad Request: TOPIC_NOT_MODIFIED'],
    ] as const) {
      expect(await refused(method, { message_thread_id })).toBe('ok');
      expect(await refused(method, { message_thread_id })).toBe(again);
    }
    expect(await refused('editForumTopic', { message_thread_id, name: 'Reza B' })).toBe('ok');
    expect(await refused('deleteForumTopic', { message_thread_id })).toBe('ok');
    for (const method of ['sendMessage', 'closeForumTopic', 'deleteForumTopic'])
      expect(await refused(method, { message_thread_id, text: 'x' })).toBe('400 Bad Request: message thread not found');
  });

  test('report what people write, close and open to an administrator, and to no other bot', async () => {
    const { message_thread_id } = await create({ name: 'Updates' });
    const desk = ali.in(group, message_thread_id);
    const { update } = await desk.type('for everyone', { wait: false });
    expect(update?.message).toMatchObject({
      message_thread_id,
      is_topic_message: true,
      // This message created the topic.
      reply_to_message: { message_id: message_thread_id },
    });
    group.closeTopic(ali, message_thread_id, true);
    expect(telegram.pending().at(-1)?.message).toMatchObject({ forum_topic_closed: {}, message_thread_id });
    group.promote(telegram.bot, null);
    expect(telegram.pending().at(-1)?.my_chat_member).toMatchObject({ new_chat_member: { status: 'member' } });
    // A bot stays the owner of its topics; as an ordinary member it hears only replies, commands and mentions.
    expect((await desk.type('not for bots', { wait: false })).update).toBeUndefined();
    group.promote(telegram.bot, { can_manage_topics: true, can_delete_messages: true });
  });

  test('report members and people who left', async () => {
    const sara = telegram.person({ id: 1_002, first_name: 'Sara' });
    const status = async (user_id: number) =>
      (await api.result<{ status: string }>('getChatMember', { chat_id: group.id, user_id })).status;
    expect(await status(ali.id)).toBe('creator');
    expect(await status(sara.id)).toBe('left');
    group.add(sara);
    expect(await status(sara.id)).toBe('member');
    group.remove(sara);
    expect(await status(sara.id)).toBe('left');
    expect(await status(telegram.bot.user.id)).toBe('administrator');
    expect(await refused('getChatMember', { user_id: 5 })).toBe('400 Bad Request: user not found');
  });
});

describe('copyMessages', () => {
  test('keeps an album together and skips missing messages', async () => {
    const { said } = await ali.sendAlbum(['one', 'two', 'three'], { wait: false });
    const first = said?.id ?? 0;
    const ids = [first, first + 1, first + 2];
    const copy = (params: object = {}) => ({ chat_id: 1_001, from_chat_id: 1_001, message_ids: ids, ...params });
    const copies = await api.result<MessageId[]>('copyMessages', copy());
    expect(copies).toHaveLength(3);
    const last = ali.messages().slice(-3);
    expect(last.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(new Set(last.map(({ message }) => message.media_group_id)).size).toBe(1);
    expect(
      await api.result<MessageId[]>('copyMessages', copy({ message_ids: [first, first + 1, 900_000] })),
    ).toHaveLength(2);
    const refusal = (params: object) => api.refusal('copyMessages', copy(params));
    expect(await refusal({ message_ids: [900_000] })).toBe('400 Bad Request: there are no messages to copy');
    expect(await refusal({ message_ids: [first + 1, first] })).toBe(
      '400 Bad Request: message identifiers must be in a strictly increasing order',
    );
    expect(await refusal({ message_ids: [] })).toBe('400 Bad Request: message identifiers are not specified');
  });
});
