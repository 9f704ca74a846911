import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Update } from '@grammyjs/types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTelegram } from '#telegram/start.ts';
import { createRawApi } from './raw-api.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telegram-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a restarted Telegram has the same chats, updates, files and groups', async () => {
  const file = join(folder, 'telegram.db');
  const before = await startTelegram({ file });
  const api = createRawApi(before);
  const ali = before.person({ id: 1, first_name: 'Ali' });
  await ali.type('one', { wait: false });
  await ali.type('two', { wait: false });
  const [one] = await api.result<Update[]>('getUpdates');
  await api.result('getUpdates', { offset: (one?.update_id ?? 0) + 1 });
  const reply = await api.result<Message>('sendMessage', {
    chat_id: 1,
    text: 'reply',
    reply_markup: { keyboard: [['Home']] },
  });
  const edited = await api.result<Message>('sendMessage', { chat_id: 1, text: 'draft' });
  await ali.sendPhoto({ caption: 'last' }, { wait: false });
  await api.result('editMessageText', { chat_id: 1, message_id: edited.message_id, text: 'final' });
  await api.result('setMyCommands', { commands: [{ command: 'start', description: 'Start' }] });
  before.group('Sellers', ali, before.bot);
  await before.close();

  const after = await startTelegram({ file });
  const screen = after.person({ id: 1 }).screen();
  expect(screen.messages.map((message) => message.text)).toEqual(['one', 'two', 'reply', 'final', 'last']);
  expect(screen).toMatchObject({ keyboard: [['Home']], commands: [{ command: 'start' }] });
  expect(screen.messages.at(0)?.from).toBe('Ali');
  const again = createRawApi(after);
  const pending = await again.result<Update[]>('getUpdates');
  expect(pending.map((update) => update.message?.text ?? update.message?.caption ?? Object.keys(update)[1])).toEqual([
    'two',
    'last',
    'my_chat_member',
    'message',
  ]);
  const { update } = await after.person({ id: 1 }).type('three', { wait: false });
  expect(update?.update_id).toBe((pending.at(-1)?.update_id ?? 0) + 1);
  const next = await again.result<Message>('sendMessage', { chat_id: 1, text: 'next' });
  expect(next.message_id).toBe(reply.message_id + 4);
  const photo = pending[1]?.message?.photo?.[0];
  expect(await again.refusal('getFile', { file_id: photo?.file_id })).toBe('ok');
  expect(after.everyone().map((person) => person.first_name)).toEqual(['Ali']);
  const [sellers] = after.groups();
  expect(sellers?.title).toBe('Sellers');
  await again.result('editMessageText', { chat_id: 1, message_id: edited.message_id, text: 'final, after all' });
  await after.close();

  const later = await startTelegram({ file });
  const texts = later
    .person({ id: 1 })
    .messages()
    .map((message) => message.text);
  expect(texts).toEqual(['one', 'two', 'reply', 'final, after all', 'last', 'three', 'next']);
  await later.close();
});
