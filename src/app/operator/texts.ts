import { fileURLToPath } from 'node:url';
import { loadBundle } from '#bot/kit/texts.ts';

export type Values = Readonly<Record<string, string | number>>;
/** Formats a text of this folder's Fluent files for the operator's terminal. */
export type Say = (key: string, values?: Values) => string;

const folder = fileURLToPath(new URL('.', import.meta.url));

export function sayIn(language: 'fa' | 'en'): Say {
  const bundle = loadBundle(folder, language);
  return (key, values = {}) => {
    const pattern = bundle.getMessage(key)?.value;
    // Keeps Latin digits, because people copy these values into commands; Fluent would write Persian ones.
    const digits = Object.entries(values).map(([name, value]) => [name, String(value)]);
    return pattern ? bundle.formatPattern(pattern, Object.fromEntries(digits)) : key;
  };
}
