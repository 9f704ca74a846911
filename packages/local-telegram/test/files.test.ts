import type { Message, File as TelegramFile } from '@grammyjs/types';
import { Bot, InputFile } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SAMPLE_PHOTO } from '#telegram/people/attachments.ts';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { answerOf, createRawApi } from './raw-api.ts';

let telegram: RunningTelegram;
const CSV = 'number,total\n0912,50000\n';

beforeEach(async () => {
  telegram = await startTelegram();
  await telegram.person({ id: 1 }).type('/start', { wait: false });
});

afterEach(() => telegram.close());

const post = async (method: string, body: FormData | URLSearchParams) =>
  answerOf(await fetch(`${telegram.url}/bot${telegram.token}/${method}`, { method: 'POST', body }));

const download = async (fileId: string) => {
  const file = await createRawApi(telegram).result<TelegramFile>('getFile', { file_id: fileId });
  return fetch(`${telegram.url}/file/bot${telegram.token}/${file.file_path}`);
};

test('a document from grammY is stored byte for byte', async () => {
  const { api } = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  const sent = await api.sendDocument(1, new InputFile(Buffer.from(CSV), 'today.csv'), {
    caption: '<b>Today</b>',
    parse_mode: 'HTML',
  });
  expect(sent).toMatchObject({ document: { file_name: 'today.csv', file_size: CSV.length }, caption: 'Today' });
  expect(await (await download(sent.document.file_id)).text()).toBe(CSV);
  const again = await api.sendDocument(1, sent.document.file_id);
  expect(again.document.file_unique_id).toBe(sent.document.file_unique_id);
});

test('sendPhoto reads the size of a picture and refuses other files', async () => {
  const { api } = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  const sent = await api.sendPhoto(1, new InputFile(SAMPLE_PHOTO, 'chart.png'), { caption: 'Sales' });
  expect(sent.photo).toMatchObject([{ width: 1, height: 1 }]);
  await api.editMessageCaption(1, sent.message_id, { caption: 'Sales today' });
  expect(telegram.person({ id: 1 }).last()).toMatchObject({ media: 'photo', text: 'Sales today', edited: true });
  await expect(api.sendPhoto(1, new InputFile(Buffer.from(CSV), 'x.png'))).rejects.toThrow('IMAGE_PROCESS_FAILED');
  await expect(api.editMessageText(1, sent.message_id, 'x')).rejects.toThrow('there is no text in the message to edit');
});

test('multipart fields are read like Telegram reads them: strings, JSON and attached files', async () => {
  const form = new FormData();
  form.set('chat_id', '1');
  form.set('document', 'attach://report');
  form.set('report', new File([CSV], 'report.csv', { type: 'text/csv' }));
  form.set('reply_markup', JSON.stringify({ inline_keyboard: [[{ text: 'Home', callback_data: 'home' }]] }));
  const { body } = await post('sendDocument', form);
  expect(body).toMatchObject({ ok: true, result: { document: { file_name: 'report.csv', mime_type: 'text/csv' } } });
  expect(telegram.person({ id: 1 }).last().buttons).toEqual([['Home']]);
});

test('forms and query strings are read as well', async () => {
  const markup = JSON.stringify({ inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] });
  const form = new URLSearchParams({ chat_id: '1', text: '<b>form</b>', parse_mode: 'html', reply_markup: markup });
  expect((await post('sendMessage', form)).body).toMatchObject({
    ok: true,
    result: { text: 'form', entities: [{ type: 'bold' }] },
  });
  const query = new URLSearchParams({ chat_id: '1', text: 'query' });
  const response = await fetch(`${telegram.url}/bot${telegram.token}/sendMessage?${query}`);
  expect((await answerOf(response)).body).toMatchObject({ ok: true, result: { text: 'query' } });
});

test.each([
  [{ document: '' }, '400 Bad Request: there is no document in the request'],
  [{ document: 'nonsense' }, '400 Bad Request: wrong file identifier/HTTP URL specified'],
  [{ document: 'nonsense', caption: 'x'.repeat(1025) }, '400 Bad Request: message caption is too long'],
  [{ document: 'http://127.0.0.1:9/gone' }, '400 Bad Request: failed to get HTTP URL content'],
])('sendDocument %j is answered as by Telegram', async (params, answer) => {
  expect(await createRawApi(telegram).refusal('sendDocument', { chat_id: 1, ...params })).toBe(answer);
});

test('an empty file, an unknown id and an unknown path are refused', async () => {
  const form = new FormData();
  form.set('chat_id', '1');
  form.set('document', new File([], 'empty.txt'));
  expect((await post('sendDocument', form)).body).toMatchObject({ description: 'Bad Request: file must be non-empty' });
  const api = createRawApi(telegram);
  expect(await api.refusal('getFile', {})).toBe('400 Bad Request: file_id not specified');
  expect(await api.refusal('getFile', { file_id: 'x' })).toBe('400 Bad Request: invalid file_id');
  expect((await fetch(`${telegram.url}/file/bot${telegram.token}/photos/none.jpg`)).status).toBe(404);
  expect((await fetch(`${telegram.url}/file/bot1:x/photos/none.jpg`)).status).toBe(401);
});

test('a bot can download what a person sent', async () => {
  const { update } = await telegram.person({ id: 1 }).sendPhoto({ caption: 'receipt' }, { wait: false });
  const message = update?.message as Message;
  const response = await download(message.photo?.at(-1)?.file_id ?? '');
  expect(Buffer.from(await response.arrayBuffer()).equals(SAMPLE_PHOTO)).toBe(true);
});
