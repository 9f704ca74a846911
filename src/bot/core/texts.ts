import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import type { Language } from '../../domain/money.ts';

export type Variables = Readonly<Record<string, string | number>>;

export interface Texts {
  translate(language: Language, key: string, variables?: Variables): string;
}

export function loadTexts(directory: string): Texts {
  const bundles = { en: loadBundle(directory, 'en'), fa: loadBundle(directory, 'fa') };
  return {
    translate: (language, key, variables) => {
      const bundle = bundles[language];
      const pattern = bundle.getMessage(key)?.value;
      return pattern == null ? `{${key}}` : bundle.formatPattern(pattern, variables);
    },
  };
}

function loadBundle(directory: string, language: Language): FluentBundle {
  // Isolation is done where it is needed (numbers, codes, foreign names); around every variable it would end up in copies.
  const bundle = new FluentBundle(language, { useIsolating: false });
  const [mistake] = bundle.addResource(new FluentResource(readFileSync(join(directory, `${language}.ftl`), 'utf8')));
  if (mistake) throw mistake;
  return bundle;
}

/** Persian for whoever uses Telegram in Persian, English for everyone else, until they choose. */
export const languageOf = (code: string | undefined): Language => (code?.startsWith('fa') ? 'fa' : 'en');
