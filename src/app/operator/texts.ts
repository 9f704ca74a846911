import { fileURLToPath } from 'node:url';
import { loadBundle } from '#bot/kit/texts.ts';

export type Values = Readonly<Record<string, string | number>>;
/** Says a text of this folder's Fluent files, which is what the operator of the server reads in a terminal. */
export type Say = (key: string, values?: Values) => string;

const folder = fileURLToPath(new URL('.', import.meta.url));

export function sayIn(language: 'fa' | 'en'): Say {
  const bundle = loadBundle(folder, language);
  return (key, values = {}) => {
    const pattern = bundle.getMessage(key)?.value;
    // People copy these into commands: Fluent would write Persian digits.
    const digits = Object.entries(values).map(([name, value]) => [name, String(value)]);
    return pattern ? bundle.formatPattern(pattern, Object.fromEntries(digits)) : key;
  };
}
