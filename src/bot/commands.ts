import type { Api } from 'grammy';
import type { Language } from '../domain/money.ts';
import type { Log } from '../log.ts';
import { problemOf } from './middleware/error-boundary.ts';
import type { Texts } from './texts.ts';

const commands = ['start', 'search', 'orders', 'settings', 'help', 'cancel'] as const;

/** The menu and the words on the bot's page, in both languages. Telegram may refuse; selling goes on all the same. */
export async function introduce(api: Api, texts: Texts, log: Log): Promise<void> {
  const steps = (['en', 'fa'] as const).flatMap((language: Language) => {
    // English is what everyone without a text of their own sees.
    const of = language === 'en' ? {} : ({ language_code: 'fa' } as const);
    const say = (key: string) => texts.translate(language, key);
    const menu = commands.map((command) => ({ command, description: say(`command-${command}`) }));
    return [
      () => api.setMyCommands(menu, of),
      () => api.setMyDescription(say('bot-description'), of),
      () => api.setMyShortDescription(say('bot-short-description'), of),
    ];
  });
  for (const step of steps) {
    await step().catch((error: unknown) => log.warn(problemOf(error), 'Telegram did not take the introduction'));
  }
}
