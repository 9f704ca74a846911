import { texts } from '#test/simulation/shop-life.ts';

const asRead = (text: string): string => text.replaceAll('\u00a0', ' ').replace(/[\u200e\u200f\u2066-\u2069]/g, '');

/** The first line of a text of the bot as people read it, up to its first variable. */
export function words(key: string, ...variables: readonly string[]): string {
  const [first = ''] = texts
    .translate('en', key, Object.fromEntries(variables.map((name) => [name, '\0'])))
    .split('\n');
  const [start = ''] = asRead(first.replace(/<[^>]+>/g, '')).split('\0');
  return start.trim();
}

export const plain = asRead;

/** What a message says of an order. */
export const toldStates = [
  'confirmed',
  'unsure',
  'review',
  'delivered',
  'activated',
  'rejected',
  'expired',
  'cancelled',
] as const;
export type Said = Exclude<(typeof toldStates)[number], 'activated'>;

const sentences = toldStates.map((state) => [state, words(`state-${state}`)] as const);

export function saidIn(text: string): Said | null {
  const state = sentences.find(([, sentence]) => text.includes(sentence))?.[0] ?? null;
  return state === 'activated' ? 'delivered' : state;
}

export const codeIn = (text: string): string | null =>
  /\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/.exec(text)?.[0] ?? null;

/** 0935 123 4567. */
export const spoken = (number: string): string => `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`;
