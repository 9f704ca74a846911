import { foldText } from './fold-text.ts';

const wordsOf = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(/\s+/)).flatMap((word) => foldText(word).split(' ')));

/** Words that add nothing to a number or a package. */
const fillers = wordsOf(
  'برای برا واسه واس به رو را روی با از در و که ی ای این اون همین لطفا لطفاً لطفن خواهشا بی زحمت بیزحمت ممنون مرسی تشکر سپاس سلام درود',
  'بزن بزنید بزنین کن کنید کنین بفرست بفرستید بفرستین ارسال بده بدید بدین بدهید بخر بخرید بخرین خرید می میخوام میخواهم خوام خواهم میخواستم خواستم ما من تو او هم انگیز',
  'شماره شمارهٔ شماره‌ی شمارم خط خطم سیم کارت سیمکارت سیم‌کارت موبایل گوشی مبلغ دونه یدونه میشه اگه ممکنه عدد بشه قیمت چنده چند هست خودم',
  'send to for please pls plz with on of the a an i id we want need would like can could you me my number no hi hello hey thanks thank thx buy get put add give make',
  'by in at and is it from sim line phone mobile amount worth kindly just up top salam baraye barae vase be ro lotfan bezan kon mikham mersi shomare shomareye how much price cost available',
  'إلى الى ل لل للرقم لرقم رقم الرقم رقمي على من فضلك لو سمحت أريد اريد بدي ابغى أبغى ابي أبي عايز عاوز محتاج أرسل ارسل حول حولي مرحبا أهلا السلام عليكم سلام',
  'شكرا مدة لمدة ب في مبلغ بمبلغ قيمة بقيمة هذا رجاء فضلا ممكن شراء اشتر اشتري اعطني أعطني هاتف جوال خط لي لى تشحن سعر كم بكم',
);

const packageWords = wordsOf(
  'بسته بسته‌ی بسته‌ای بستهی اینترنت اینترنتی نت دیتا حجم package packages pack bundle plan internet net data basteh baste',
  'باقة الباقة باقه حزمة الحزمة إنترنت انترنت الانترنت نت بيانات',
);

/** The terms that names use. */
export const packageTerm = 'بسته';
export const topUpTerm = 'شارژ';
const topUpWords = wordsOf(
  'شارژ شارژش شارژم شارژی شارژه شارز charge charging recharge topup credit sharj sharzh sharje شحن الشحن اشحن شحنة رصيد الرصيد تعبئة عبي',
);

/** Words that add nothing to any sentence about a sale. */
export const fillerWords: readonly string[] = [...fillers];

export const isKnownWord = (word: string): boolean =>
  fillers.has(word) || packageWords.has(word) || topUpWords.has(word);

interface Typed {
  readonly kind: string;
  readonly typed: string;
}

export const isFiller = ({ kind, typed }: Typed): boolean => kind === 'word' && fillers.has(typed);
export const isPackageWord = ({ kind, typed }: Typed): boolean => kind === 'word' && packageWords.has(typed);
export const isTopUpWord = ({ kind, typed }: Typed): boolean => kind === 'word' && topUpWords.has(typed);
