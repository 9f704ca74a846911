import { foldText } from './fold-text.ts';

/** The gateway names categories and reasons in Persian only. Keys are folded. */
const phrases: Readonly<Record<string, string>> = {
  'بسته های اینترنت': 'Internet packages',
  'بسته اینترنت': 'Internet packages',
  'شارژ مستقیم': 'Direct top-up',
  'شارژ شگفت انگیز': 'Wonder top-up',
  'شارژ جوانان': 'Youth top-up',
  'مبلغ ثابت': 'Fixed amount',
  'مبلغ دلخواه': 'Any amount',
  'پیشنهاد ویژه': 'Special offers',
  'اینترنت td-lte': 'TD-LTE internet',
  'بلند مدت': 'Long-term',
  'اپراتور این خرید را نپذیرفت': 'The operator did not accept this purchase.',
  'محصول انتخاب شده یافت نشد': 'The product was not found.',
  'این محصول در حال حاضر فروخته نمی شود': 'This product is not sold at present.',
  'این شماره پیشنهاد ویژه ای ندارد': 'There are no special offers for this number.',
  'این پیشنهاد برای این شماره وجود ندارد': 'This offer is not for this number.',
  'مبلغ ارسالی در بازه مجاز نیست': 'The amount is out of range.',
  'شماره موبایل معتبر نیست': 'The mobile number is not valid.',
  'شماره معتبر نیست': 'The number is not valid.',
};

const words: Readonly<Record<string, string>> = {
  ساعتی: 'hourly',
  روزانه: 'daily',
  شبانه: 'night',
  هفتگی: 'weekly',
  ماهانه: 'monthly',
  ماهیانه: 'monthly',
  سالانه: 'yearly',
  بلندمدت: 'long-term',
  سازمانی: 'business',
  عمده: 'wholesale',
  پایه: 'basic',
  ویژه: 'special',
};

const counts: Readonly<Record<string, number>> = { یک: 1, دو: 2, سه: 3, چهار: 4, پنج: 5, شش: 6, نه: 9, ده: 10 };
const spans: Readonly<Record<string, string>> = {
  روزه: 'day',
  هفته: 'week',
  ماهه: 'month',
  ساله: 'year',
  ساعته: 'hour',
};
const sizes: Readonly<Record<string, string>> = { گیگابایت: 'GB', گیگ: 'GB', مگابایت: 'MB', مگ: 'MB' };
const limits: Readonly<Record<string, string>> = { تا: 'up to', 'بیش از': 'over', 'بیشتر از': 'over' };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** English for a Persian text of the gateway; null: not known, so the original is shown. */
export function englishOf(text: string): string | null {
  const folded = foldText(text).replace(/[.!]+$/, '');
  return phrases[folded] ?? spanOf(folded) ?? sizeOf(folded) ?? wordByWord(folded);
}

/** «سه‌ماهه» */
function spanOf(text: string): string | null {
  const [, count = '', unit = ''] = /^(\S+) (\S+)$/.exec(text) ?? [];
  const span = spans[unit];
  const number = counts[count] ?? (/^\d+$/.test(count) ? Number(count) : undefined);
  return span === undefined || number === undefined ? null : `${number} ${span}${number === 1 ? '' : 's'}`;
}

/** «تا ۱۰ گیگابایت» */
function sizeOf(text: string): string | null {
  const [, limit = '', count = '', unit = ''] = /^(\D+?) (\d+) (\S+)$/.exec(text) ?? [];
  const [phrase, size] = [limits[limit], sizes[unit]];
  return phrase === undefined || size === undefined ? null : capital(`${phrase} ${count} ${size}`);
}

function wordByWord(text: string): string | null {
  const translated = text.split(' ').map((word) => words[word]);
  return translated.every((word) => word !== undefined) ? capital(translated.join(' ')) : null;
}
