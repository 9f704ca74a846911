import { FluentBundle, FluentResource } from '@fluent/bundle';
import type { Language } from './protocol.ts';

const load = async (language: Language): Promise<FluentBundle> => {
  const bundle = new FluentBundle(language, { useIsolating: false });
  const source = await fetch(`/page/${language}.ftl`);
  bundle.addResource(new FluentResource(await source.text()));
  return bundle;
};
const [en, fa] = await Promise.all([load('en'), load('fa')]);

export type TextValues = Readonly<Record<string, string>>;

/** Undefined if the text does not exist. */
export function textIn(language: Language, key: string, values?: TextValues): string | undefined {
  const bundle = language === 'fa' ? fa : en;
  const pattern = bundle.getMessage(key)?.value;
  return pattern ? bundle.formatPattern(pattern, values) : undefined;
}
