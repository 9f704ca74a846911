import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startTelegram } from '#telegram/start.ts';

test('an idle connection stays open for longer than a busy bot takes to use it again', async () => {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const { headers, body } = await request(telegram.url);
  await body.dump();
  expect(headers['keep-alive']).toBe('timeout=75');
});
