import { texts } from '#test/simulation/shop-life.ts';
import type { Seen } from './chat.ts';

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

/** What a list says is about several orders. */
const isOfList = (text: string): boolean => /\d+ of \d+ finished|numbers are finished/.test(text);

export function saidIn(text: string): Said | null {
  if (isOfList(text)) return null;
  const state = sentences.find(([, sentence]) => text.includes(sentence))?.[0] ?? null;
  return state === 'activated' ? 'delivered' : state;
}

export const codeIn = (text: string): string | null =>
  /\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/.exec(text)?.[0] ?? null;

/** 0935 123 4567. */
export const spoken = (number: string): string => `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`;

export const isAbout = (number: string) => (seen: Seen) => seen.text.includes(spoken(number));
/** A button by the beginning of its label. */
export const hasKey = (start: string) => (seen: Seen) => seen.buttons.some((one) => one.startsWith(start));

/** Rials as people read them. */
export const tomans = (amount: number): string => `${(amount / 10).toLocaleString('en-US')} tomans`;

/** Finds texts of a key in messages, and the amount in rials that they name. */
export function amountIn(...keys: readonly string[]): (text: string) => number | null {
  const names = ['amount', 'what', 'number', 'why'];
  const variables = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const patterns = keys.map((key) => {
    const [sentence = ''] = asRead(texts.translate('en', key, variables).replace(/<[^>]+>/g, '')).split(/\{(?!amount)/);
    const escaped = sentence.trim().replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return new RegExp(escaped.replace('{amount}', '([\\d,.]+) tomans?'));
  });
  return (text) => {
    const found = patterns.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined);
    return found === undefined ? null : Math.round(Number(found.replaceAll(',', '')) * 10);
  };
}

/** What a message says of money that was paid in: it has arrived, or it has not. */
export const paidIn = amountIn('payment-paid', 'payment-bought', 'payment-kept', 'payment-kept-why');
export const boughtIn = amountIn('payment-bought');
export const refusedIn = amountIn('payment-refused');

/** How many rows of a list ended so. */
const countAfter = (key: string) => (text: string) => {
  const start = words(key, 'count', 'total');
  const line = text.split('\n').find((one) => one.startsWith(start));
  return line === undefined ? 0 : Number(line.slice(start.length).split('·')[0]);
};
export const deliveredIn = countAfter('bulk-delivered');
export const rejectedIn = countAfter('bulk-rejected');
