import type { Update } from '@grammyjs/types';
import { Bot } from 'grammy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createRawApi, type RawApi } from './raw-api.ts';

let clock: ManualClock;
let telegram: RunningTelegram;
let api: RawApi;

beforeEach(async () => {
  clock = createManualClock();
  telegram = await startTelegram({ clock });
  api = createRawApi(telegram);
});

afterEach(() => telegram.close());

const get = (params: object = {}) => api.result<Update[]>('getUpdates', params);
const texts = (updates: readonly Update[]) => updates.map((update) => update.message?.text);
const type = (text: string) => telegram.person({ id: 1 }).type(text, { wait: false });

describe('getUpdates', () => {
  test('returns unconfirmed updates again and again, in order and without gaps', async () => {
    for (const text of ['one', 'two', 'three']) await type(text);
    const updates = await get();
    expect(texts(updates)).toEqual(['one', 'two', 'three']);
    const ids = updates.map((update) => update.update_id);
    expect(ids).toEqual([ids[0], (ids[0] ?? 0) + 1, (ids[0] ?? 0) + 2]);
    expect(await get()).toEqual(updates);
    expect(texts(await get({ offset: ids[1] }))).toEqual(['two', 'three']);
    expect(texts(await get())).toEqual(['two', 'three']);
    expect(await get({ offset: (ids[2] ?? 0) + 1 })).toEqual([]);
    expect(telegram.pending()).toEqual([]);
  });

  test('counts a negative offset from the end and drops earlier updates', async () => {
    for (const text of ['one', 'two', 'three']) await type(text);
    expect(texts(await get({ offset: -1 }))).toEqual(['three']);
    expect(texts(await get())).toEqual(['three']);
  });

  test('treats an offset far in the future as a mistake', async () => {
    await type('one');
    expect(texts(await get({ offset: 2_000_000_000 }))).toEqual(['one']);
  });

  test('respects the limit and never exceeds 100', async () => {
    for (let i = 0; i < 120; i += 1) await type(`m${i}`);
    expect(await get({ limit: 3 })).toHaveLength(3);
    expect(await get({ limit: 1000 })).toHaveLength(100);
  });

  test('answers a long poll as soon as an update comes', async () => {
    const waiting = get({ timeout: 30 });
    await started('getUpdates');
    await type('at last');
    expect(texts(await waiting)).toEqual(['at last']);
  });

  test('answers with an empty list after the timeout', async () => {
    const waiting = get({ timeout: 30 });
    expect(await clock.planned()).toBe(30_000);
    clock.advance(30_000);
    expect(await waiting).toEqual([]);
  });

  test('ends the first of two long polls', async () => {
    const first = api.call('getUpdates', { timeout: 30 });
    await started('getUpdates');
    const second = get({ timeout: 30 });
    expect(await first).toEqual({
      status: 409,
      body: {
        ok: false,
        error_code: 409,
        description:
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      },
    });
    await type('hello');
    expect(texts(await second)).toEqual(['hello']);
  });

  test('loses nothing when a bot disconnects during a long poll', async () => {
    const hangUp = new AbortController();
    const url = `${telegram.url}/bot${telegram.token}/getUpdates?timeout=30`;
    const waiting = fetch(url, { signal: hangUp.signal });
    await started('getUpdates');
    const ended = finished('getUpdates');
    hangUp.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await ended;
    await type('still here');
    expect(texts(await get({ timeout: 30 }))).toEqual(['still here']);
  });

  test('sends only the requested kinds and remembers them', async () => {
    await get({ allowed_updates: ['callback_query'] });
    await type('unheard');
    expect(await get()).toEqual([]);
    await get({ allowed_updates: [] });
    await type('heard');
    expect(texts(await get())).toEqual(['heard']);
  });

  test('is refused while a webhook is set', async () => {
    await api.result('setWebhook', { url: 'http://127.0.0.1:9/hook' });
    expect(await api.refusal('getUpdates')).toBe(
      "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
    await api.result('deleteWebhook', { drop_pending_updates: true });
    expect(await get()).toEqual([]);
  });
});

test('unconfirmed updates come again after a crash within a batch', async () => {
  for (const text of ['one', 'two', 'three']) await type(text);
  const first = await get({ limit: 100 });
  expect(texts(first)).toEqual(['one', 'two', 'three']);
  // The bot handled "one" and "two" and died before it confirmed them.
  const handled: string[] = [];
  const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  bot.on('message:text', (ctx) => void handled.push(`${ctx.update.update_id} ${ctx.message.text}`));
  const running = bot.start();
  await telegram.quiet();
  expect(handled).toEqual(first.map((update) => `${update.update_id} ${update.message?.text}`));
  await bot.stop();
  await running;
});

test('an update is repeated on request', async () => {
  const { update } = await type('once');
  await get({ offset: (update?.update_id ?? 0) + 1 });
  if (update) telegram.redeliver(update);
  expect(await get()).toEqual([update]);
});

test('a test can deliver an update that it made itself', async () => {
  const update = telegram.deliver({ poll_answer: { poll_id: '1', option_ids: [0], option_persistent_ids: [] } });
  expect(await get()).toEqual([update]);
});

/** Resolves when a call of `method` has ended. */
function finished(method: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = telegram.subscribe((event) => {
      if (event.type !== 'call' || event.call.method !== method) return;
      stop();
      resolve();
    });
  });
}

/** Resolves when a call of `method` has begun. */
function started(method: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = telegram.subscribe((event) => {
      if (event.type !== 'call-started' || event.call.method !== method) return;
      stop();
      // The call is counted before it runs.
      setImmediate(resolve);
    });
  });
}
