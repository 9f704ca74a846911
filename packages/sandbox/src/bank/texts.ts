import { readFileSync } from 'node:fs';
import { FluentBundle, FluentResource } from '@fluent/bundle';

export const pageLanguages = ['fa', 'en'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

export const locales = { fa: 'fa-IR', en: 'en-US' } as const;

const load = (language: PageLanguage): FluentBundle => {
  const bundle = new FluentBundle(locales[language], { useIsolating: false });
  bundle.addResource(new FluentResource(readFileSync(new URL(`${language}.ftl`, import.meta.url), 'utf8')));
  return bundle;
};
const bundles = { fa: load('fa'), en: load('en') };

export const sayIn =
  (language: PageLanguage) =>
  (key: string, values?: Readonly<Record<string, number>>): string => {
    const pattern = bundles[language].getMessage(key)?.value;
    return pattern ? bundles[language].formatPattern(pattern, values) : key;
  };
