import { createFormatter, type Formatter } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import type { ChartData } from '#bot/pictures/chart.ts';
import type { ReceiptData } from '#bot/pictures/receipt.ts';
import { dayOf } from '#domain/calendar.ts';
import { type Language, languages } from '#domain/language.ts';
import type { Unit } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import type { Order } from '#shop/buying/orders/order.ts';

export const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);
/** 24 Aban 1405. */
const at = Date.parse('2026-11-15T13:05:00+03:30');
export const link = 'https://t.me/sharj_demo_bot?start=r_ABCDE12345abcdefghijklmnop';

export const viewIn = (language: Language, unit: Unit = 'toman') =>
  createFormatter({ texts, operators: defaultOperators }, language, unit);

export const someOrder = (changes: Partial<Order> = {}): Order => ({
  id: 'AAAAAAAAAAAAAA',
  buyerId: 1,
  state: 'delivered',
  item: { kind: 'product', productId: 37, amount: null },
  productType: 'data',
  operatorId: 2,
  simType: 'prepaid',
  title: 'بستهٔ ۱۰ گیگابایت ماهانه',
  titleEn: '10 GB monthly package',
  days: 30,
  profileId: null,
  mobile: '989351234567',
  base: 1_000_000,
  vat: 100_000,
  total: 1_100_000,
  charge: 1_100_000,
  cost: null,
  profit: null,
  priceName: null,
  promo: null,
  code: 'ABCDE-12345',
  quotedAt: at,
  expiresAt: at,
  confirmedAt: at,
  endedAt: at,
  attempts: 1,
  outcome: null,
  batchId: null,
  reversedAt: null,
  source: null,
  possiblySentAt: null,
  supersededBy: null,
  ...changes,
});

export const daysOf = (
  total: (n: number) => number,
  count: (n: number) => number = (n) => Math.ceil(total(n) / 400_000),
) =>
  Array.from({ length: 30 }, (_, n) => ({
    day: dayOf(at) - 29 + n,
    count: count(n),
    vat: 0,
    total: total(n),
    discount: 0,
    known: 0,
    profit: 0,
  }));

const hostile =
  '<script>alert("x")</script> & \u202eبسته‌ای «بسیار» بلند 👨‍👩‍👧 با نامی که هیچ‌وقت تمام نمی‌شود, and Latin inside (10 GB) to the end';

const charts: Readonly<Record<string, (n: number) => number>> = {
  usual: (n) => Math.round((2 + Math.sin(n / 2) + ((n * 7) % 5) / 2) * 1_234_567),
  empty: () => 0,
  'one-day': (n) => (n === 29 ? 110_000 : 0),
  huge: (n) => (n % 3 === 0 ? 98_765_432_101_234 - n : n * 1_000_000_000_000),
};
const receipts: Readonly<Record<string, Partial<ReceiptData>>> = {
  usual: {},
  long: {
    shop: hostile,
    price: 98_765_432_101_230,
    order: someOrder({ title: hostile, titleEn: hostile, total: 98_765_432_101_230, base: 98_765_432_101_230, vat: 0 }),
  },
};

type Case =
  | { readonly name: string; readonly view: Formatter; readonly chart: ChartData; readonly receipt?: never }
  | { readonly name: string; readonly view: Formatter; readonly receipt: ReceiptData; readonly chart?: never };

/** All kinds of pictures, in every language. */
export function pictureCases(): Case[] {
  return languages.flatMap((language) => {
    const view = viewIn(language, language === 'fa' ? 'toman' : 'rial');
    return [
      ...Object.entries(charts).map(([name, total]) => ({
        name: `chart-${name}-${language}`,
        view,
        chart: {
          title: view.plain(name === 'huge' ? 'chart-shop' : 'chart-mine'),
          days: daysOf(total, name === 'huge' ? (n) => 12_345 + n : undefined),
          profit: view.plain('confirm-profit', { profit: view.money(12_345_670) }),
        },
      })),
      ...Object.entries(receipts).map(([name, changes]) => ({
        name: `receipt-${name}-${language}`,
        view,
        receipt: { order: someOrder(), price: 1_100_000, shop: language === 'fa' ? 'شارژ' : 'Sharj', link, ...changes },
      })),
    ];
  });
}
