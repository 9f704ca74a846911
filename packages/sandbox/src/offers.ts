import { createHash } from 'node:crypto';
import type { Offer } from '@sharj/wire';

const OPERATOR_2 = /^98(?:9(?:0[0-5]|30|33|3[5-9]|41))\d{7}$/;

/** Whether personal offers exist for a number: only in operator 2's ranges. */
export const isOfOperator2 = (mobile: string): boolean => OPERATOR_2.test(mobile);

type Sketch = readonly [code: string, type: string, days: string, amount: number, en: string, fa: string];

/** The example of the API documentation, where 30,000 is sent as 33,000. Every number has it. */
const EVERYBODY: Sketch = ['40100', 'DATA', '7', 30_000, '1 GB for 7 days', '۱ گیگابایت هفت‌روزه'];

const POOL: readonly Sketch[] = [
  ['40101', 'DATA', '1', 12_300, '500 MB for today', '۵۰۰ مگابایت یک‌روزه'],
  ['40102', 'DATA', '1', 18_000, '2 GB tonight', '۲ گیگابایت شبانه امشب'],
  ['40103', 'DATA', '3', 24_500, '1.5 GB for 3 days', '۱٫۵ گیگابایت سه‌روزه'],
  ['40104', 'DATA', '7', 55_000, '3 GB for 7 days', '۳ گیگابایت هفت‌روزه'],
  ['40105', 'DATA', '15', 88_000, '6 GB for 15 days', '۶ گیگابایت پانزده‌روزه'],
  ['40106', 'DATA', '30', 145_000, '10 GB for 30 days', '۱۰ گیگابایت سی‌روزه'],
  ['40107', 'DATA', '30', 219_000, '20 GB for 30 days', '۲۰ گیگابایت سی‌روزه'],
  ['40108', 'DATA', '90', 480_000, '50 GB for 90 days', '۵۰ گیگابایت نودروزه'],
  ['40201', 'BUNDLE', '30', 99_000, '300 minutes and 4 GB', '۳۰۰ دقیقه مکالمه و ۴ گیگابایت'],
  ['40202', 'BUNDLE', '7', 47_500, '100 minutes and 1 GB', '۱۰۰ دقیقه مکالمه و ۱ گیگابایت'],
  ['40203', 'VOICE', '30', 64_000, '500 on-net minutes', '۵۰۰ دقیقه مکالمه درون‌شبکه'],
];

/** Offers without an end date have an empty `validityDays`. */
const OPEN_ENDED: readonly Sketch[] = [
  ['40301', 'SOCIAL', '', 39_000, 'Social networks until used up', 'شبکه‌های اجتماعی تا پایان حجم'],
  ['40302', 'BONUS', '', 150_000, 'Top-up with a 20% bonus', 'شارژ با ۲۰٪ هدیه'],
];

const toOffer = ([offerCode, offerType, validityDays, amount, en, fa]: Sketch): Offer => ({
  offerCode,
  offerDesc: en,
  offerDescLN: fa,
  validityDays,
  offerType,
  amount: String(amount),
  name: fa,
});

/** Four to eight offers, chosen by a hash of the number. */
export const offersOf = (mobile: string): Offer[] => {
  const hash = createHash('sha256').update(mobile).digest();
  const byte = (at: number): number => hash[at] as number;
  const openEnded = OPEN_ENDED[byte(0) % OPEN_ENDED.length] as Sketch;
  const others = POOL.map((sketch, at) => ({ sketch, rank: byte(at + 2) * 100 + at }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 2 + (byte(1) % 5))
    .map(({ sketch }) => sketch);
  return [EVERYBODY, ...others, openEnded].map(toOffer);
};
