import { loadTexts } from '#bot/kit/texts.ts';
import { languages } from '#domain/language.ts';
import { type Unit, units } from '#domain/money.ts';

/** Without direction marks, markup and what others wrote, such as a line that is quoted; every space is a space. */
const plain = (text: string): string =>
  text.replace(/\u2068[^\u2069]*\u2069|[\u200e\u200f\u2066-\u2069]|<[^>]*>/g, '').replaceAll('\u00a0', ' ');

const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

/** A number and its unit, in any language, in full or as on a button. */
const amounts: Readonly<Record<Unit, RegExp>> = {
  rial: /\p{Nd}(?:[ -](?:ریالی?|rials?)| ريال| IRR)(?![\p{L}\p{Nd}])/u,
  toman: /\p{Nd}(?:[ -](?:تومانی?|tomans?)| [تT])(?![\p{L}\p{Nd}])/u,
};

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Rials that are said to be the bank's. */
const ofBank = languages.map((language) => {
  const [before = '', after = ''] = plain(texts.translate(language, 'money-at-bank', { amount: '', rials: '#' })).split(
    '#',
  );
  return new RegExp(`${literally(before)}[\\p{Nd}.,٫٬]+ [\\p{L}\\p{M}]+${literally(after)}`, 'gu');
});

/** The units of the amounts in a text, without those that a bank needs. */
export function unitsIn(text: string): Unit[] {
  const own = ofBank.reduce((rest, phrase) => rest.replace(phrase, ' '), plain(text));
  return units.filter((unit) => amounts[unit].test(own));
}
