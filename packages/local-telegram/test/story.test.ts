import { describe, expect, test } from 'vitest';
import { startTelegram } from '#telegram/start.ts';
import { grammyPolling, grammyWebhook, telegrafPolling, telegrafWebhook } from './story-bots.ts';

describe.each([
  { name: 'a grammY bot that polls', start: grammyPolling },
  { name: 'a grammY bot behind a webhook', start: grammyWebhook },
  { name: 'a Telegraf bot that polls', start: telegrafPolling },
  { name: 'a Telegraf bot behind a webhook', start: telegrafWebhook },
])('$name', ({ start }) => {
  test('tells the same story', async () => {
    const telegram = await startTelegram();
    const bot = await start(telegram);
    const sara = telegram.person({ first_name: 'Sara', language_code: 'fa', phone: '989121234567' });

    const welcome = await sara.open('https://t.me/sharj_bot?start=friend');
    expect(welcome.messages.map((message) => message.html)).toEqual(['<b>Welcome</b> friend']);
    expect(sara.last().buttons).toEqual([['Count']]);

    const first = await sara.press('Count');
    expect(first.toast).toEqual({ text: 'Pressed 1', alert: false });
    const second = await sara.press({ row: 0, column: 0 });
    expect(second.messages).toHaveLength(1);
    expect(sara.last()).toMatchObject({ text: 'Pressed 2', edited: true });

    await sara.shareContact();
    expect(sara.last().text).toBe('Number 989121234567');
    await sara.type('سلام');
    expect(sara.messages().map((message) => message.text)).toEqual([
      '/start friend',
      'Pressed 2',
      '',
      'Number 989121234567',
      'سلام',
      'You said سلام',
    ]);
    expect(telegram.pending()).toEqual([]);

    await bot.stop();
    await telegram.close();
  });
});
