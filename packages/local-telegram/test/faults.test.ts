import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TelegramEvent } from '#telegram/events.ts';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createRawApi, type RawApi } from './raw-api.ts';

let telegram: RunningTelegram;
let api: RawApi;

beforeEach(async () => {
  telegram = await startTelegram();
  api = createRawApi(telegram);
  await telegram.person({ id: 1, first_name: 'Ali' }).type('/start', { wait: false });
});

afterEach(() => telegram.close());

const send = (text = 'hello') => api.refusal('sendMessage', { chat_id: 1, text });

test('a fault fails as many calls as configured', async () => {
  telegram.faults.fail('sendMessage', { times: 2, code: 502, description: 'Bad Gateway' });
  telegram.faults.fail('sendMessage', { retryAfter: 3 });
  expect([await send(), await send(), await send(), await send()]).toEqual([
    '502 Bad Gateway',
    '502 Bad Gateway',
    '429 Too Many Requests: retry after 3',
    'ok',
  ]);
});

test('a fault cuts the connection before or after a call takes effect', async () => {
  telegram.faults.fail('sendMessage', { cut: 'before' });
  await expect(send('lost')).rejects.toThrow('fetch failed');
  telegram.faults.fail('*', { cut: 'after' });
  await expect(send('arrived all the same')).rejects.toThrow('fetch failed');
  const texts = telegram
    .person({ id: 1 })
    .messages()
    .map((message) => message.text);
  expect(texts).toEqual(['/start', 'arrived all the same']);
});

test('a held call waits until the test releases it', async () => {
  const held = telegram.faults.hold('sendMessage');
  const sending = send('slow');
  await held.arrived;
  expect(telegram.person({ id: 1 }).messages()).toHaveLength(1);
  held.release();
  expect(await sending).toBe('ok');
});

test('the journal records calls, and a subscriber hears of everything as it happens', async () => {
  const events: TelegramEvent['type'][] = [];
  const stop = telegram.subscribe((event) => void events.push(event.type));
  await send('one');
  await send('');
  stop();
  await send('two');
  expect(events).toEqual(['call-started', 'message', 'call', 'call-started', 'call']);
  expect(
    telegram.journal.calls('sendMessage').map((call) => [call.params.text, call.status, call.description]),
  ).toEqual([
    ['one', 200, undefined],
    ['', 400, 'Bad Request: message text is empty'],
    ['two', 200, undefined],
  ]);
});
