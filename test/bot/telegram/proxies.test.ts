import { startTelegram } from '@sharj/local-telegram';
import { Api, HttpError } from 'grammy';
import { describe, expect, onTestFinished, test } from 'vitest';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import { createTransport } from '#bot/telegram/transport.ts';
import { createLog } from '#log.ts';
import { proxyKinds, startProxy, type TestProxy } from '#test/support/proxies.ts';

async function open(proxy: TestProxy) {
  const telegram = await startTelegram();
  const transport = createTransport(createLog('silent'), proxy.url);
  onTestFinished(async () => {
    await transport.close();
    await telegram.close();
  });
  const api = new Api(telegram.token, { apiRoot: telegram.url, fetch: transport.fetch });
  return { telegram, api, transport };
}

describe.each(proxyKinds)('Telegram through a proxy: %s', (kind) => {
  test('calls go through it, with user and password', async () => {
    const proxy = await startProxy(kind);
    const { telegram, api } = await open(proxy);
    expect(await api.getMe()).toMatchObject({ is_bot: true });
    await Promise.all([api.getMe(), api.getMyCommands(), api.getWebhookInfo()]);
    expect(new Set(proxy.targets)).toEqual(new Set([new URL(telegram.url).host]));
  });

  test.each(['drop', 'refuse', 'hang'] as const)('it can %s: the call fails, and later ones succeed', async (mode) => {
    const proxy = await startProxy(kind);
    const { api } = await open(proxy);
    await api.getMe();
    proxy.become(mode);
    const giveUp = new AbortController();
    const failing = api.getMe(grammySignal(giveUp.signal)).catch((error: unknown) => error);
    if (mode === 'hang') giveUp.abort();
    const error = await failing;
    expect(error).toBeInstanceOf(HttpError);
    expect(JSON.stringify(problemOf(error))).not.toMatch(/canary|p%40ss/);
    proxy.become('work');
    expect(await api.getMe()).toMatchObject({ is_bot: true });
  });
});

test('a wrong password is named as the reason', async () => {
  const proxy = await startProxy('http');
  const { api } = await open({ ...proxy, url: proxy.url.replace('reader', 'stranger') });
  const error = await api.getMe().catch((problem: unknown) => problem);
  expect(problemOf(error).problem).toContain('407');
});
