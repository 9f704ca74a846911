import { type Language, rulesOf } from './language.ts';
import { noBreak } from './money.ts';
import { plainDigits } from './phone.ts';

/** Sixteen digits. */
type CardNumber = string;

/** Reads a card number in any digits, with spaces, dashes and marks. Null if no card can have it. */
export function parseCardNumber(text: string): CardNumber | null {
  const digits = plainDigits(text).replace(/[\s_\-\u2010-\u2015\u2212\u200c\u200e\u200f\u2066-\u2069]/g, '');
  return /^\d{16}$/.test(digits) && isChecked(digits) ? digits : null;
}

/** Checks the check digit of bank cards (Luhn). */
function isChecked(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

/** Groups the digits by four, as on the card, without a line break. */
export const groupCardNumber = (number: CardNumber): string => number.replace(/(.{4})(?=.)/g, `$1${noBreak}`);

/** Masks a provider's text about the payer's card, down to the first six and last four digits. */
export function maskCard(text: string): string {
  const digits = plainDigits(text).replace(/[^\d*]/g, '');
  return digits.length < 10 ? digits.slice(-4) : `${digits.slice(0, 6).padEnd(6, '*')}******${digits.slice(-4)}`;
}

/** The last four digits, by which an owner finds a payment. Null if they are unknown. */
export const cardTail = (masked: string): string | null => /\d{4}$/.exec(masked)?.[0] ?? null;

interface BankName {
  readonly fa: string;
  readonly en: string;
}

const melli = { fa: 'بانک ملی', en: 'Bank Melli' };
const sepah = { fa: 'بانک سپه', en: 'Bank Sepah' };
const mellat = { fa: 'بانک ملت', en: 'Bank Mellat' };
const keshavarzi = { fa: 'بانک کشاورزی', en: 'Bank Keshavarzi' };
const parsian = { fa: 'بانک پارسیان', en: 'Parsian Bank' };
const pasargad = { fa: 'بانک پاسارگاد', en: 'Bank Pasargad' };
const mehr = { fa: 'بانک مهر ایران', en: 'Mehr Iran Bank' };
const saderatExport = { fa: 'بانک توسعه صادرات', en: 'Export Development Bank' };
const tourism = { fa: 'بانک گردشگری', en: 'Tourism Bank' };
const iranZamin = { fa: 'بانک ایران زمین', en: 'Iran Zamin Bank' };

/** The first six digits of a card name its bank. */
const banks: Readonly<Record<string, BankName>> = {
  '603799': melli,
  '170019': melli,
  '589210': sepah,
  '604932': sepah,
  '627381': { fa: 'بانک انصار', en: 'Ansar Bank' },
  '639599': { fa: 'بانک قوامین', en: 'Ghavamin Bank' },
  '636949': { fa: 'بانک حکمت ایرانیان', en: 'Hekmat Iranian Bank' },
  '639370': { fa: 'بانک مهر اقتصاد', en: 'Mehr Eqtesad Bank' },
  '505801': { fa: 'موسسه کوثر', en: 'Kosar Institution' },
  '627648': saderatExport,
  '207177': saderatExport,
  '627961': { fa: 'بانک صنعت و معدن', en: 'Bank of Industry and Mine' },
  '603770': keshavarzi,
  '639217': keshavarzi,
  '628023': { fa: 'بانک مسکن', en: 'Bank Maskan' },
  '627760': { fa: 'پست بانک', en: 'Post Bank' },
  '502908': { fa: 'بانک توسعه تعاون', en: 'Tosee Taavon Bank' },
  '627412': { fa: 'بانک اقتصاد نوین', en: 'EN Bank' },
  '622106': parsian,
  '639194': parsian,
  '627884': parsian,
  '639347': pasargad,
  '502229': pasargad,
  '627488': { fa: 'بانک کارآفرین', en: 'Karafarin Bank' },
  '502910': { fa: 'بانک کارآفرین', en: 'Karafarin Bank' },
  '621986': { fa: 'بانک سامان', en: 'Saman Bank' },
  '639346': { fa: 'بانک سینا', en: 'Sina Bank' },
  '639607': { fa: 'بانک سرمایه', en: 'Bank Sarmayeh' },
  '502806': { fa: 'بانک شهر', en: 'Bank Shahr' },
  '504706': { fa: 'بانک شهر', en: 'Bank Shahr' },
  '502938': { fa: 'بانک دی', en: 'Bank Day' },
  '603769': { fa: 'بانک صادرات', en: 'Bank Saderat' },
  '610433': mellat,
  '991975': mellat,
  '585983': { fa: 'بانک تجارت', en: 'Tejarat Bank' },
  '627353': { fa: 'بانک تجارت', en: 'Tejarat Bank' },
  '589463': { fa: 'بانک رفاه', en: 'Refah Bank' },
  '606373': mehr,
  '628157': { fa: 'موسسه توسعه', en: 'Tosee Institution' },
  '505416': tourism,
  '505426': tourism,
  '636214': { fa: 'بانک آینده', en: 'Ayandeh Bank' },
  '505785': iranZamin,
  '505809': { fa: 'بانک خاورمیانه', en: 'Middle East Bank' },
  '585947': { fa: 'بانک خاورمیانه', en: 'Middle East Bank' },
  '606256': { fa: 'موسسه ملل', en: 'Melal Institution' },
  '507677': { fa: 'موسسه نور', en: 'Noor Institution' },
  '504172': { fa: 'بانک رسالت', en: 'Resalat Bank' },
  '581874': { fa: 'بانک ایران و ونزوئلا', en: 'Iran-Venezuela Bank' },
};

export const bankOf = (number: CardNumber, language: Language): string | null =>
  banks[number.slice(0, 6)]?.[rulesOf(language).names === 'fa' ? 'fa' : 'en'] ?? null;
