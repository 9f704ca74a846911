import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Bot, InlineKeyboard, webhookCallback } from 'grammy';
import { Markup, Telegraf } from 'telegraf';
import type { RunningTelegram } from '#telegram/start.ts';

/** A running bot. */
export interface RunningBot {
  stop(): Promise<void>;
}

export type StartBot = (telegram: RunningTelegram) => Promise<RunningBot>;

const SECRET = 'a-secret_1';

function grammyBot(telegram: RunningTelegram): Bot {
  const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  bot.command('start', (ctx) =>
    ctx.reply(`<b>Welcome</b> ${ctx.match}`, {
      parse_mode: 'HTML',
      reply_markup: new InlineKeyboard().text('Count', 'count:1'),
    }),
  );
  bot.callbackQuery(/^count:(\d+)$/, async (ctx) => {
    const count = Number(ctx.match[1]);
    await ctx.answerCallbackQuery({ text: `Pressed ${count}` });
    await ctx.editMessageText(`Pressed ${count}`, {
      reply_markup: new InlineKeyboard().text('Count', `count:${count + 1}`),
    });
  });
  bot.on('message:contact', (ctx) => ctx.reply(`Number ${ctx.message.contact.phone_number}`));
  bot.on('message:text', (ctx) => ctx.reply(`You said ${ctx.message.text}`));
  return bot;
}

function telegrafBot(telegram: RunningTelegram): Telegraf {
  const bot = new Telegraf(telegram.token, { telegram: { apiRoot: telegram.url } });
  bot.start((ctx) =>
    ctx.reply(`<b>Welcome</b> ${ctx.payload}`, {
      parse_mode: 'HTML',
      ...Markup.inlineKeyboard([Markup.button.callback('Count', 'count:1')]),
    }),
  );
  bot.action(/^count:(\d+)$/, async (ctx) => {
    const count = Number(ctx.match[1]);
    await ctx.answerCbQuery(`Pressed ${count}`);
    await ctx.editMessageText(
      `Pressed ${count}`,
      Markup.inlineKeyboard([Markup.button.callback('Count', `count:${count + 1}`)]),
    );
  });
  bot.on('contact', (ctx) => ctx.reply(`Number ${ctx.message.contact.phone_number}`));
  bot.on('text', (ctx) => ctx.reply(`You said ${ctx.message.text}`));
  return bot;
}

/** An HTTP server on a free local port. */
export async function listen(handler: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const grammyPolling: StartBot = async (telegram) => {
  const bot = grammyBot(telegram);
  const started = Promise.withResolvers<void>();
  const done = bot.start({ onStart: () => started.resolve() });
  await started.promise;
  return {
    async stop() {
      await bot.stop();
      await done;
    },
  };
};

export const grammyWebhook: StartBot = async (telegram) => {
  const bot = grammyBot(telegram);
  const handle = webhookCallback(bot, 'http', { secretToken: SECRET });
  const server = await listen((request, response) => void handle(request, response));
  await bot.api.setWebhook(server.url, { secret_token: SECRET });
  return { stop: server.close };
};

export const telegrafPolling: StartBot = async (telegram) => {
  const bot = telegrafBot(telegram);
  const started = Promise.withResolvers<void>();
  const done = bot.launch(() => started.resolve());
  await started.promise;
  return {
    async stop() {
      bot.stop();
      await done;
    },
  };
};

export const telegrafWebhook: StartBot = async (telegram) => {
  const bot = telegrafBot(telegram);
  const handle = bot.webhookCallback('/hook', { secretToken: SECRET });
  const server = await listen((request, response) => void handle(request, response));
  await bot.telegram.setWebhook(server.url, { secret_token: SECRET });
  return { stop: server.close };
};
