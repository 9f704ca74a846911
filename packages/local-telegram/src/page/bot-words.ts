import type { Language } from './protocol.ts';

/** Texts about bots, and about making one. */
const en = {
  bots: 'Bots',
  create: 'Create bot',
  createTitle: 'Create a bot?',
  createText: (manager: string): string => `It will be yours, and ${manager} can run it.`,
  name: 'Name',
  username: 'Username, ends in “bot”',
  created: 'Bot created:',
  problems: {
    MANAGER_PERMISSION_MISSING: 'This bot may not create bots.',
    NAME_INVALID: 'The name needs 1 to 64 characters.',
    USERNAME_INVALID: 'The username needs 5 to 32 letters, digits or underscores, and starts with a letter.',
    USERNAME_OCCUPIED: 'This username is taken.',
    USERNAME_SUFFIX_MISSING: 'The username must end in “bot”.',
  } as Readonly<Record<string, string>>,
};

export type BotWords = typeof en;

const fa: BotWords = {
  bots: 'ربات‌ها',
  create: 'ساخت ربات',
  createTitle: 'ربات ساخته شود؟',
  createText: (manager) => `ربات از آن شما خواهد بود و ${manager} می‌تواند آن را اداره کند.`,
  name: 'نام',
  username: 'نام کاربری، با پایان bot',
  created: 'ربات ساخته شد:',
  problems: {
    MANAGER_PERMISSION_MISSING: 'این ربات اجازهٔ ساخت ربات ندارد.',
    NAME_INVALID: 'نام باید ۱ تا ۶۴ نویسه باشد.',
    USERNAME_INVALID: 'نام کاربری باید ۵ تا ۳۲ حرف لاتین، رقم یا زیرخط باشد و با حرف شروع شود.',
    USERNAME_OCCUPIED: 'این نام کاربری پیش‌تر گرفته شده است.',
    USERNAME_SUFFIX_MISSING: 'نام کاربری باید با bot تمام شود.',
  },
};

export const botWordsIn = (language: Language): BotWords => (language === 'fa' ? fa : en);
