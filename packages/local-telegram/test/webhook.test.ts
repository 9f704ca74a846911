import type { Update, WebhookInfo } from '@grammyjs/types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createRawApi, type RawApi } from './raw-api.ts';
import { listen } from './story-bots.ts';

interface Delivery {
  readonly update: Update;
  readonly secret: string | undefined;
  answer(status: number, body?: string, headers?: Record<string, string>): void;
}

/** A webhook that answers when and what the test says. */
async function createHook() {
  const arrived: Delivery[] = [];
  let wake = (): void => {};
  const server = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      const secret = request.headers['x-telegram-bot-api-secret-token'];
      arrived.push({
        update: JSON.parse(body) as Update,
        secret: Array.isArray(secret) ? secret[0] : secret,
        answer: (status, text = '', headers = {}) => void response.writeHead(status, headers).end(text),
      });
      wake();
    });
  });
  return {
    ...server,
    arrived,
    async next(): Promise<Delivery> {
      while (arrived.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const delivery = arrived.shift();
      if (!delivery) throw new Error('nothing arrived');
      return delivery;
    },
  };
}

let clock: ManualClock;
let telegram: RunningTelegram;
let api: RawApi;
let hook: Awaited<ReturnType<typeof createHook>>;

beforeEach(async () => {
  clock = createManualClock();
  telegram = await startTelegram({ clock });
  api = createRawApi(telegram);
  hook = await createHook();
});

afterEach(async () => {
  await telegram.close();
  await hook.close();
});

const type = (text: string, id = 1) => telegram.person({ id }).type(text, { wait: false });
const info = () => api.result<WebhookInfo>('getWebhookInfo');

/** The pause before the next retry; skips the timeout of a running delivery. */
const retryPlanned = () => clock.planned((ms) => ms !== 60_000);

test('a new webhook gets the waiting updates first, with the secret', async () => {
  await type('before');
  await api.result('setWebhook', {
    url: hook.url,
    secret_token: 's3cret_-',
    max_connections: 5,
    allowed_updates: ['message'],
  });
  const first = await hook.next();
  expect(first).toMatchObject({ secret: 's3cret_-', update: { message: { text: 'before' } } });
  first.answer(200);
  await telegram.quiet();
  expect(await info()).toEqual({
    url: hook.url,
    has_custom_certificate: false,
    pending_update_count: 0,
    max_connections: 5,
    allowed_updates: ['message'],
  });
});

test('a webhook gets one update at a time per chat, independent of other chats', async () => {
  await api.result('setWebhook', { url: hook.url });
  await type('ali 1', 1);
  await type('ali 2', 1);
  await type('sara 1', 2);
  const both = [await hook.next(), await hook.next()];
  expect(both.map((one) => one.update.message?.text)).toEqual(['ali 1', 'sara 1']);
  expect(hook.arrived).toEqual([]);
  both[0]?.answer(200);
  const next = await hook.next();
  expect(next.update.message?.text).toBe('ali 2');
  next.answer(200);
  both[1]?.answer(200);
  await telegram.quiet();
});

test('a failing webhook is tried again after growing pauses, and reported', async () => {
  await api.result('setWebhook', { url: hook.url });
  await type('hello');
  (await hook.next()).answer(500);
  for (const seconds of [0, 2, 4, 8]) {
    expect(await retryPlanned()).toBe(seconds * 1000);
    clock.advance(seconds * 1000);
    (await hook.next()).answer(500);
  }
  expect(await retryPlanned()).toBe(16_000);
  expect(await info()).toMatchObject({
    pending_update_count: 1,
    last_error_date: Math.floor(clock.now() / 1000),
    last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
  });
  clock.advance(16_000);
  (await hook.next()).answer(200);
  await telegram.quiet();
  expect((await info()).pending_update_count).toBe(0);
});

test('Retry-After is respected', async () => {
  await api.result('setWebhook', { url: hook.url });
  await type('hello');
  (await hook.next()).answer(503, '', { 'retry-after': '7' });
  expect(await retryPlanned()).toBe(7000);
});

test('an unreachable webhook is reported', async () => {
  const gone = await createHook();
  await gone.close();
  await api.result('setWebhook', { url: gone.url });
  await type('hello');
  await retryPlanned();
  expect((await info()).last_error_message).toBe('Connection refused');
});

test('a call in a webhook’s answer is run, unless it is forbidden', async () => {
  await api.result('setWebhook', { url: hook.url });
  await type('hello');
  (await hook.next()).answer(200, JSON.stringify({ method: 'sendMessage', chat_id: 1, text: 'in the same breath' }), {
    'content-type': 'application/json',
  });
  await telegram.quiet();
  expect(telegram.person({ id: 1 }).last().text).toBe('in the same breath');
  await type('again');
  (await hook.next()).answer(200, JSON.stringify({ method: 'deleteWebhook' }));
  await telegram.quiet();
  expect((await info()).url).toBe(hook.url);
});

test('setWebhook drops pending updates on request', async () => {
  await type('old');
  await api.result('setWebhook', { url: hook.url, drop_pending_updates: true });
  await type('new');
  const delivery = await hook.next();
  expect(delivery.update.message?.text).toBe('new');
  delivery.answer(200);
});

test.each([
  [{ url: 'http://example.org/hook' }, '400 Bad Request: bad webhook: An HTTPS URL must be provided for webhook'],
  [
    { url: 'https://example.org:8000/hook' },
    '400 Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443',
  ],
  [{ url: 'https://' }, '400 Bad Request: invalid webhook URL specified'],
  [
    { url: 'https://example.org', secret_token: 'not allowed!' },
    '400 Bad Request: secret token contains unallowed characters',
  ],
  [{ url: 'https://example.org', secret_token: 'x'.repeat(257) }, '400 Bad Request: secret token is too long'],
])('setWebhook %j is answered as by Telegram', async (params, answer) => {
  expect(await api.refusal('setWebhook', params)).toBe(answer);
});

test('a long poll ends when a webhook is set', async () => {
  const polling = api.refusal('getUpdates', { timeout: 30 });
  await new Promise<void>((resolve) => {
    const stop = telegram.subscribe((event) => {
      if (event.type !== 'call-started') return;
      stop();
      setImmediate(resolve);
    });
  });
  await api.result('setWebhook', { url: hook.url });
  expect(await polling).toBe('409 Conflict: terminated by setWebhook request');
});
