import { foldText } from './fold-text.ts';
import { englishOf } from './gateway-english.ts';
import { translate, type Wording } from './gateway-phrases.ts';

const figures = new Intl.NumberFormat('ar-IQ-u-nu-arab');
const plurals = new Intl.PluralRules('ar');

/** The forms for one, few and many. */
const spans = {
  hour: ['ساعة واحدة', 'ساعات', 'ساعة'],
  day: ['يوم واحد', 'أيام', 'يومًا'],
  week: ['أسبوع واحد', 'أسابيع', 'أسبوعًا'],
  month: ['شهر واحد', 'أشهر', 'شهرًا'],
  year: ['سنة واحدة', 'سنوات', 'سنة'],
} as const;

const arabic: Wording = {
  phrases: {
    'بسته های اینترنت': 'باقات الإنترنت',
    'بسته اینترنت': 'باقات الإنترنت',
    'شارژ مستقیم': 'شحن مباشر',
    'شارژ شگفت انگیز': 'شحن مميز',
    'شارژ جوانان': 'شحن الشباب',
    'مبلغ ثابت': 'مبلغ ثابت',
    'مبلغ دلخواه': 'أي مبلغ',
    'پیشنهاد ویژه': 'عروض خاصة',
    'اینترنت td-lte': 'إنترنت TD-LTE',
    'بلند مدت': 'طويلة الأمد',
    'اپراتور این خرید را نپذیرفت': 'لم يقبل المشغّل هذا الشراء.',
    'محصول انتخاب شده یافت نشد': 'لم يُعثر على المنتج.',
    'این محصول در حال حاضر فروخته نمی شود': 'لا يُباع هذا المنتج حاليًا.',
    'این شماره پیشنهادی ندارد': 'لا عروض لهذا الرقم.',
    'این پیشنهاد برای این شماره وجود ندارد': 'هذا العرض ليس لهذا الرقم.',
    'مبلغ ارسالی در بازه مجاز نیست': 'المبلغ خارج الحدود المسموح بها.',
    'شماره موبایل معتبر نیست': 'رقم الهاتف غير صحيح.',
    'شماره معتبر نیست': 'الرقم غير صحيح.',
  },
  words: {
    ساعتی: 'بالساعة',
    روزانه: 'يومية',
    شبانه: 'ليلية',
    هفتگی: 'أسبوعية',
    ماهانه: 'شهرية',
    ماهیانه: 'شهرية',
    سالانه: 'سنوية',
    بلندمدت: 'طويلة الأمد',
    سازمانی: 'للشركات',
    عمده: 'بالجملة',
    پایه: 'أساسية',
    ویژه: 'خاصة',
  },
  span(count, unit) {
    const [one, few, many] = spans[unit];
    const kind = plurals.select(count);
    return kind === 'one' ? one : `${figures.format(count)} ${kind === 'few' ? few : many}`;
  },
  size: (limit, count, unit) =>
    `${limit === 'to' ? 'حتى' : 'أكثر من'} ${figures.format(count)} ${unit === 'GB' ? 'غيغا' : 'ميغا'}`,
};

/** Words in English names of products. Units are translated elsewhere. */
const nameWords: Readonly<Record<string, string>> = {
  night: 'ليلي',
  nightly: 'ليلي',
  tonight: 'الليلة',
  'on-net': 'داخل الشبكة',
  monthly: 'شهري',
  weekly: 'أسبوعي',
  daily: 'يومي',
  yearly: 'سنوي',
  hourly: 'بالساعة',
  gift: 'هدية',
  bonus: 'هدية',
  special: 'خاص',
  voice: 'مكالمات',
  minutes: 'دقيقة',
  'social networks until used': 'شبكات التواصل حتى نفاد الحجم',
};

/** Replaces digits and percent signs by Arabic ones. */
const arabicDigits = (text: string): string =>
  text.replace(/[\d۰-۹]/g, (digit) => String.fromCharCode(0x660 + (digit.charCodeAt(0) & 0xf))).replaceAll('%', '٪');

/** Translates a category or reason of the gateway; falls back to English. */
export const arabicOf = (text: string): string => translate(arabic, text) ?? arabicDigits(englishOf(text) ?? text);

/** Translates words in a product's name; unknown words stay. */
export const arabicWords = (text: string): string =>
  nameWords[foldText(text)] ??
  translate(arabic, text) ??
  arabicDigits(
    text
      .split(' ')
      .map((word) => nameWords[foldText(word)] ?? translate(arabic, word) ?? word)
      .join(' '),
  );
