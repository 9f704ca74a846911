import { I18n } from '@grammyjs/i18n';
import type { Language } from '../domain/money.ts';

export type Variables = Readonly<Record<string, string | number>>;

export interface Texts {
  translate(language: Language, key: string, variables?: Variables): string;
}

export function loadTexts(directory: string): Texts {
  // Isolation is done where it is needed (numbers, codes, foreign names); around every variable it would end up in copies.
  const i18n = new I18n({ defaultLocale: 'en', directory, fluentBundleOptions: { useIsolating: false } });
  return { translate: (language, key, variables) => i18n.t(language, key, variables) };
}

/** Persian for whoever uses Telegram in Persian, English for everyone else, until they choose. */
export const languageOf = (code: string | undefined): Language => (code?.startsWith('fa') ? 'fa' : 'en');
