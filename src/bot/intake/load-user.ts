import type { MiddlewareFn } from 'grammy';
import { encodeAction } from '#bot/kit/callback-data.ts';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import type { BotContext } from '#bot/kit/context.ts';
import { home } from '#bot/kit/navigation.ts';
import type { Services } from '#bot/parts.ts';
import { languageOf } from '#domain/language.ts';

const homeButtons = [encodeAction(home()), encodeAction(home(), true)];

const opensHome = ({ message, callbackQuery }: BotContext): boolean =>
  message?.text?.startsWith('/start') ?? homeButtons.includes(callbackQuery?.data ?? '');

export function loadUser(
  services: Pick<Services, 'people' | 'formatterFor' | 'shopLanguage' | 'shopProfile'>,
  referralCodeIn: (text: string) => string | undefined,
  screens: Pick<ChatScreens, 'takePerson'>,
): MiddlewareFn<BotContext> {
  const { people, formatterFor, shopLanguage, shopProfile } = services;
  return async (ctx, next) => {
    const from = ctx.from;
    if (!from || from.is_bot) return;
    await shopProfile.latest();
    // Cuts by code points, because Telegram refuses half of a surrogate pair.
    const name = [...[from.first_name, from.last_name].filter(Boolean).join(' ')].slice(0, 100).join('');
    const username = from.username ?? null;
    const language = languageOf(from.language_code ?? shopLanguage);
    const referralCode = referralCodeIn(ctx.message?.text ?? '');
    // Blocking the bot is not writing to it, and the person's data may be deleted.
    const person = ctx.myChatMember
      ? await people.find(from.id)
      : await people.loadOrCreate({
          id: from.id,
          name,
          username,
          language,
          referralCode,
          withPurchases: opensHome(ctx),
          row: ctx.chatId === from.id ? screens.takePerson(from.id) : undefined,
        });
    if (!person) return;
    ctx.person = person;
    ctx.format = formatterFor(ctx.person.language, ctx.person.unit);
    await next();
  };
}
