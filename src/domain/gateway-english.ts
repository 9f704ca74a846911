import { translate, type Wording } from './gateway-phrases.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const english: Wording = {
  phrases: {
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
    'این شماره پیشنهادی ندارد': 'There are no offers for this number.',
    'این پیشنهاد برای این شماره وجود ندارد': 'This offer is not for this number.',
    'مبلغ ارسالی در بازه مجاز نیست': 'The amount is out of range.',
    'شماره موبایل معتبر نیست': 'The mobile number is not valid.',
    'شماره معتبر نیست': 'The number is not valid.',
  },
  words: {
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
  },
  span: (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'}`,
  size: (limit, count, unit) => `${limit === 'to' ? 'up to' : 'over'} ${count} ${unit}`,
};

/** Translates a Persian text of the gateway. Null if it is unknown; the reader then sees the original. */
export function englishOf(text: string): string | null {
  const translation = translate(english, text);
  return translation && capital(translation);
}
