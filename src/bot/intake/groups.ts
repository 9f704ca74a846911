import { Composer } from 'grammy';
import type { BotContext } from '#bot/kit/context.ts';
import type { Links } from '#bot/kit/links.ts';
import type { Texts } from '#bot/kit/texts.ts';
import { commands } from '#bot/running/shop-profile/publish.ts';
import { languageOf } from '#domain/language.ts';

/** In a group the bot only answers commands and mentions, with a link to its private chat. */
export function groups(texts: Texts, links: Pick<Links, 'bot'>): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const elsewhere = composer.filter((ctx) => ctx.chat?.type !== 'private');
  elsewhere.on('message').filter(isSpokenTo, async (ctx) => {
    const language = languageOf(ctx.from?.language_code);
    // Some groups forbid bots to write.
    await ctx
      .reply(texts.translate(language, 'group'), {
        reply_markup: {
          inline_keyboard: [[{ text: texts.translate(language, 'key-open-chat'), url: links.bot() }]],
        },
      })
      .catch(() => undefined);
  });
  elsewhere.on('callback_query', async (ctx) => {
    const text = texts.translate(languageOf(ctx.from.language_code), 'group');
    await ctx.answerCallbackQuery({ text }).catch(() => undefined);
  });
  elsewhere.use(() => undefined);
  return composer;
}

/** One of our commands, unless it names another bot, or a mention. */
function isSpokenTo({ chat, me, message }: BotContext): boolean {
  if (!chat) return false;
  const text = message?.text ?? message?.caption ?? '';
  const name = `@${me.username}`.toLowerCase();
  return [...(message?.entities ?? []), ...(message?.caption_entities ?? [])].some(({ type, offset, length }) => {
    const words = text.slice(offset, offset + length).toLowerCase();
    if (type === 'mention') return words === name;
    if (type !== 'bot_command') return false;
    return words.endsWith(name) || commands.some((command) => words === `/${command}`);
  });
}
