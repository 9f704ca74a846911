import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { fallbackLanguage, forEachLanguage, type Language, rulesOf } from '#domain/language.ts';

export type Variables = Readonly<Record<string, string | number>>;

export interface Texts {
  translate(language: Language, key: string, variables?: Variables): string;
}

/** The texts of the shop and of an agent's shop, whose gateway is another shop. */
export interface LoadedTexts extends Texts {
  readonly ofAgentShop: Texts;
}

/** The attribute that holds an agent shop's wording: `.agent-shop = …`. */
const agentShop = 'agent-shop';

export function loadTexts(directory: string): LoadedTexts {
  const bundles = forEachLanguage((_, language) => loadBundle(directory, language));
  const textsOf = (attribute: string | null): Texts => ({
    translate: (language, key, variables) => {
      const bundle = [bundles[language], bundles[fallbackLanguage]].find((one) => one.hasMessage(key));
      const message = bundle?.getMessage(key);
      const pattern = (attribute !== null && message?.attributes[attribute]) || message?.value;
      return bundle && pattern ? bundle.formatPattern(pattern, variables) : `{${key}}`;
    },
  });
  return { ...textsOf(null), ofAgentShop: textsOf(agentShop) };
}

export function loadBundle(directory: string, language: Language): FluentBundle {
  // Fluent's direction marks around variables would be copied with the text.
  const bundle = new FluentBundle(rulesOf(language).numbers, { useIsolating: false });
  const [mistake] = bundle.addResource(new FluentResource(readFileSync(join(directory, `${language}.ftl`), 'utf8')));
  if (mistake) throw mistake;
  return bundle;
}
