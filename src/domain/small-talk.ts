import { foldText } from './fold-text.ts';

/** A page that is opened by its typed name. */
export type NamedPage =
  | 'addMoney'
  | 'desk'
  | 'help'
  | 'numbers'
  | 'offers'
  | 'orders'
  | 'plans'
  | 'privacy'
  | 'referral'
  | 'reports'
  | 'search'
  | 'sell'
  | 'settings'
  | 'support'
  | 'terms'
  | 'today'
  | 'wallet';

/** What is written to a person, and names of buttons that are typed. */
type SmallTalk = 'greeting' | 'thanks' | 'cancel' | 'menu' | NamedPage;

/** Whole messages; spelling, joiners and signs do not matter. */
const phrases: Readonly<Record<SmallTalk, readonly string[]>> = {
  greeting: [
    'سلام',
    'سلام علیکم',
    'سلام خوبی',
    'سلام خوبین',
    'سلام خسته نباشید',
    'درود',
    'وقت بخیر',
    'صبح بخیر',
    'روز بخیر',
    'شب بخیر',
    'عصر بخیر',
    'خسته نباشید',
    'الو',
    'hi',
    'hello',
    'hey',
    'hi there',
    'good morning',
    'good evening',
    'salam',
    'slm',
    'مرحبا',
    'السلام عليكم',
    'أهلا',
    'صباح الخير',
    'مساء الخير',
  ],
  thanks: [
    'ممنون',
    'ممنونم',
    'مرسی',
    'متشکرم',
    'تشکر',
    'سپاس',
    'دمت گرم',
    'thanks',
    'thank you',
    'thx',
    'merci',
    'شكرا',
    'شكرا جزيلا',
    'شكرا لك',
  ],
  help: [
    'راهنما',
    'راهنمایی',
    'کمک',
    'چطور بخرم',
    'چجوری بخرم',
    'help',
    'how',
    'مساعدة',
    'المساعدة',
    'ساعدني',
    'كيف أشتري',
  ],
  support: [
    'پشتیبانی',
    'پشتیبان',
    'پشتیبانی میخوام',
    'اپراتور',
    'تماس با پشتیبانی',
    'شکایت',
    'مشکل دارم',
    'support',
    'operator',
    'contact',
    'complaint',
    'الدعم',
    'دعم',
    'شكوى',
    'عندي مشكلة',
  ],
  wallet: [
    'کیف پول',
    'کیف پولم',
    'کیف پول من',
    'موجودی',
    'موجودی من',
    'wallet',
    'my wallet',
    'balance',
    'my balance',
    'محفظتي',
    'المحفظة',
    'رصيدي',
    'الرصيد',
  ],
  orders: [
    'سفارش های من',
    'سفارشات من',
    'سفارش ها',
    'سفارشات',
    'خریدهای من',
    'my orders',
    'orders',
    'طلباتي',
    'الطلبات',
  ],
  settings: ['تنظیمات', 'زبان', 'settings', 'language', 'الإعدادات', 'إعدادات', 'اللغة'],
  addMoney: [
    'افزایش موجودی',
    'افزایش اعتبار',
    'شارژ کیف پول',
    'شارژ کیف پولم',
    'add money',
    'top up wallet',
    'top up my wallet',
    'إضافة مال',
    'شحن المحفظة',
    'شحن محفظتي',
  ],
  plans: ['خرید دوره ای', 'خریدهای دوره ای', 'plans', 'my plans', 'الخطط', 'خططي'],
  privacy: ['داده های من', 'اطلاعات من', 'حریم خصوصی', 'my data', 'privacy', 'بياناتي', 'الخصوصية'],
  terms: ['قوانین', 'قوانین و مقررات', 'terms', 'الشروط'],
  search: ['جستجو', 'جست و جو', 'search', 'بحث'],
  numbers: ['شماره های اخیر', 'شماره های من', 'recent numbers', 'my numbers', 'أرقامي'],
  offers: [
    'پیشنهاد',
    'پیشنهاد شما',
    'پیشنهادها',
    'پیشنهادهای من',
    'personal offers',
    'offers',
    'عروض رقمك',
    'عروضي',
    'العروض',
  ],
  referral: ['معرفی دوستان', 'دعوت دوستان', 'invite friends', 'دعوة الأصدقاء'],
  sell: ['فروش', 'sell', 'بيع'],
  today: ['امروز', 'today', 'اليوم'],
  reports: ['گزارش', 'گزارش ها', 'گزارشات', 'reports', 'التقارير'],
  desk: ['پنل', 'پنل مدیریت', 'desk', 'المكتب'],
  // Not «خانه» or "home": numbers are saved under these.
  menu: ['منو', 'menu', 'القائمة', 'الرئيسية'],
  cancel: [
    'انصراف',
    'لغو',
    'لغو کن',
    'لغوش کن',
    'کنسل',
    'کنسل کن',
    'بی خیال',
    'بی خیال شدم',
    'بیخیال',
    'بیخیال شدم',
    'منصرف شدم',
    'پشیمون شدم',
    'cancel',
    'cancel it',
    'never mind',
    'nevermind',
    'forget it',
    'إلغاء',
    'ألغ الطلب',
    'انس الأمر',
  ],
};

const bare = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Spelling, joiners and signs do not matter. */
export const isSamePhrase = (one: string, other: string): boolean => bare(one) === bare(other);

const kinds = new Map(
  Object.entries(phrases).flatMap(([kind, words]) => words.map((word) => [bare(word), kind as SmallTalk] as const)),
);

/** Null: not small talk. */
export const smallTalk = (text: string): SmallTalk | null =>
  text.length > 40 ? null : (kinds.get(bare(text)) ?? null);

const oneself = new Set(
  [
    'خودم',
    'برای خودم',
    'واسه خودم',
    'برا خودم',
    'شماره خودم',
    'برای شماره خودم',
    'خط خودم',
    'me',
    'myself',
    'for me',
    'for myself',
    'my own number',
    'لي',
    'لنفسي',
    'رقمي',
    'لرقمي',
  ].map(bare),
);

const ownWords = new Set(['خودم', 'myself', 'لنفسي', 'لرقمي'].map(bare));

/** The answer to "for which number?" of who wants it for their own. */
export const isForOneself = (text: string): boolean => text.length <= 40 && oneself.has(bare(text));

/** "20k toman for myself". */
export const namesOneself = (text: string): boolean =>
  bare(text)
    .split(' ')
    .some((word) => ownWords.has(word));
