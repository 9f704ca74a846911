import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { fallbackLanguage, forEachLanguage, type Language, rulesOf } from '#domain/language.ts';

export type Variables = Readonly<Record<string, string | number>>;

export interface Texts {
  translate(language: Language, key: string, variables?: Variables): string;
}

export function loadTexts(directory: string): Texts {
  const bundles = forEachLanguage((_, language) => loadBundle(directory, language));
  return {
    translate: (language, key, variables) => {
      const bundle = [bundles[language], bundles[fallbackLanguage]].find((one) => one.hasMessage(key));
      const pattern = bundle?.getMessage(key)?.value;
      return pattern ? bundle.formatPattern(pattern, variables) : `{${key}}`;
    },
  };
}

function loadBundle(directory: string, language: Language): FluentBundle {
  // Fluent would put direction marks around every variable, and they would be copied with the text.
  const bundle = new FluentBundle(rulesOf(language).numbers, { useIsolating: false });
  const [mistake] = bundle.addResource(new FluentResource(readFileSync(join(directory, `${language}.ftl`), 'utf8')));
  if (mistake) throw mistake;
  return bundle;
}
