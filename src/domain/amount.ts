import { isRials, type Rials, type Unit } from './money.ts';
import { plainDigits } from './phone.ts';

const unitWords: readonly (readonly [RegExp, Unit])[] = [
  [/(تومان|تومن|tomans?|toman)/giu, 'toman'],
  [/(ریال|ريال|rials?|irr)/giu, 'rial'],
];

/** 100 billion tomans: more is a typing mistake, and sums of amounts below it stay exact. */
const largest: Rials = 1_000_000_000_000;

/** "50,000", "۵۰ هزار تومان", "20k". Without a unit the person's own unit is meant. */
export function parseAmount(text: string, unit: Unit): Rials | null {
  let rest = plainDigits(text).trim();
  if (rest.length > 60) return null;
  let meant = unit;
  for (const [word, named] of unitWords) {
    if (rest.search(word) === -1) continue;
    meant = named;
    rest = rest.replace(word, '');
  }
  const parts = /^(\d{1,15}|\d{1,3}(?:[,،٬'_ ]\d{3})+)\s*(هزار|k|میلیون|m)?$/iu.exec(rest.trim());
  if (!parts) return null;
  const [, digits = '', scale = ''] = parts;
  const times = { '': 1, هزار: 1_000, k: 1_000, میلیون: 1_000_000, m: 1_000_000 }[scale.toLowerCase()] ?? 1;
  const rials = Number(digits.replace(/\D/g, '')) * times * (meant === 'toman' ? 10 : 1);
  return isRials(rials) && rials > 0 && rials <= largest ? rials : null;
}
