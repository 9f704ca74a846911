import { Composer } from 'grammy';
import type { BotContext } from '../context.ts';
import { languageOf, type Texts } from '../texts.ts';

/** Selling is private. In a group the bot says where to find it, when it is spoken to, and nothing else. */
export function groups(texts: Texts): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const elsewhere = composer.filter((ctx) => ctx.chat !== undefined && ctx.chat.type !== 'private');
  elsewhere.on(['message::bot_command', 'message::mention'], async (ctx) => {
    const language = languageOf(ctx.from?.language_code);
    await ctx.reply(texts.translate(language, 'group'), {
      reply_markup: {
        inline_keyboard: [
          [{ text: texts.translate(language, 'key-open-chat'), url: `https://t.me/${ctx.me.username}` }],
        ],
      },
    });
  });
  elsewhere.on('callback_query', (ctx) =>
    ctx.answerCallbackQuery({ text: texts.translate(languageOf(ctx.from.language_code), 'group') }),
  );
  elsewhere.use(() => undefined);
  return composer;
}
