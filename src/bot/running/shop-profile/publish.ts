import type { Api, Bot } from 'grammy';
import { canNow, canSell } from '#bot/kit/action.ts';
import type { Texts } from '#bot/kit/texts.ts';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import { type Language, languageOf, languages } from '#domain/language.ts';
import type { Person } from '#domain/person.ts';
import type { Log } from '#log.ts';
import { botNameOf, type ShopProfile, welcomeFor } from '#shop/running/shop-profile/shop-profile.ts';

const everyones = [
  'start',
  'wallet',
  'orders',
  'plans',
  'search',
  'support',
  'settings',
  'help',
  'terms',
  'privacy',
  'cancel',
];
const sellers = ['start', 'sell', 'today', 'balance', ...everyones.slice(1)];
const desk = 'desk';
export const commands: readonly string[] = [...new Set([...everyones, ...sellers, desk])];

type Profiled = Pick<Bot, 'api' | 'botInfo'>;

/** Sets name, commands and descriptions of the bot; it works without them, so failures are only logged. */
export async function publishBotProfile(
  bot: Profiled,
  texts: Texts,
  profile: ShopProfile,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  const { api } = bot;
  const signal = grammySignal(stop);
  const steps = languages.flatMap((language) => {
    const of = publishedFor(language);
    const say = (key: string) => texts.translate(language, key);
    const menu = menuOf(everyones, say);
    return [
      () => api.setMyCommands(menu, of, signal),
      () => api.setMyDescription(welcomeFor(profile, language) ?? say('bot-description'), of, signal),
      () => api.setMyShortDescription(say('bot-short-description'), of, signal),
    ];
  });
  for (const step of [() => publishBotName(bot, profile), ...steps]) {
    if (stop.aborted) return;
    await step().catch((error: unknown) => {
      if (!stop.aborted) log.warn(problemOf(error), 'bot profile not published');
    });
  }
}

/** Sends only changed names, because Telegram accepts few changes in a day. */
export async function publishBotName(bot: Profiled, profile: ShopProfile): Promise<void> {
  const name = botNameOf(profile, bot.botInfo.first_name);
  if (name === bot.botInfo.first_name) return;
  await bot.api.setMyName(name);
  bot.botInfo = { ...bot.botInfo, first_name: name };
}

/** The welcome text is what people read before they start. */
export async function publishDescriptions(api: Api, texts: Texts, profile: ShopProfile): Promise<void> {
  for (const language of languages)
    await api.setMyDescription(
      welcomeFor(profile, language) ?? texts.translate(language, 'bot-description'),
      publishedFor(language),
    );
}

/** English is the default for every other language. */
const publishedFor = (language: Language) => (language === languageOf(undefined) ? {} : { language_code: language });

type Say = (key: string) => string;

const menuOf = (names: readonly string[], say: Say) =>
  names.map((command) => ({ command, description: say(`command-${command}`) }));

/** Sets more commands for sellers and staff, in their own chat and language. */
export async function publishOwnCommands(api: Api, person: Person, say: Say): Promise<void> {
  const [first = '', ...more] = canSell(person) ? sellers : everyones;
  const names = canNow(person, 'desk') ? [first, desk, ...more] : [first, ...more];
  if (names.length === everyones.length) return;
  await api.setMyCommands(menuOf(names, say), { scope: { type: 'chat', chat_id: person.id } });
}

/** Resets the commands after a role was taken away. */
export const forgetOwnCommands = (api: Api, chatId: number): Promise<unknown> =>
  api.deleteMyCommands({ scope: { type: 'chat', chat_id: chatId } });
