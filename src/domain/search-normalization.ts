/** Look-alike letters of different keyboards; those that NFKD decomposes (آ أ إ ؤ ئ ۀ) are not listed. */
const alike = new Map([
  ['ٱ', 'ا'],
  ['ي', 'ی'],
  ['ى', 'ی'],
  ['ك', 'ک'],
  ['ة', 'ه'],
  ['ە', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  ['٫', '.'],
  ['٬', ','],
]);

const joiner = '\u200c';

/** One spelling for letter variants, digits, case, vowel signs and joiners. For comparing, not for showing. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[ٱيىكةەہھ٫٬]/g, (letter) => alike.get(letter) ?? letter)
    .replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(joiner, ' ')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const unitWords: Readonly<Record<string, readonly string[]>> = {
  gb: [
    ...['gb', 'gig', 'gigs', 'giga', 'gigabyte', 'gigabytes', 'گیگ', 'گیگی', 'گیگا', 'گیگابایت', 'گیگابایتی'],
    ...['غیغا', 'غیغابایت', 'جیجا', 'جیجابایت'],
  ],
  mb: [
    ...['mb', 'meg', 'megs', 'mega', 'megabyte', 'megabytes', 'مگ', 'مگی', 'مگا', 'مگابایت', 'مگابایتی'],
    ...['میغا', 'میغابایت', 'میجا', 'میجابایت'],
  ],
  tb: ['tb', 'terabyte', 'terabytes', 'ترابایت', 'ترابایتی', 'تیرا', 'تیرابایت'],
  minute: ['minute', 'minutes', 'min', 'mins', 'دقیقه', 'دقیقهای', 'دقایق'],
  hour: ['hour', 'hours', 'hourly', 'ساعت', 'ساعته', 'ساعتی', 'ساعه', 'ساعات'],
  day: ['day', 'days', 'daily', 'روز', 'روزه', 'روزانه', 'یوم', 'یوما', 'ایام', 'یومی', 'یومیه'],
  week: ['week', 'weeks', 'weekly', 'هفته', 'هفتگی', 'اسبوع', 'اسبوعا', 'اسابیع', 'اسبوعی', 'اسبوعیه'],
  month: ['month', 'months', 'monthly', 'ماه', 'ماهه', 'ماهانه', 'ماهیانه', 'شهر', 'شهرا', 'اشهر', 'شهری', 'شهریه'],
  year: ['year', 'years', 'yearly', 'annual', 'سال', 'ساله', 'سالانه', 'سالیانه', 'سنه', 'سنوات', 'سنوی', 'سنویه'],
  toman: ['toman', 'tomans', 'تومان', 'تومن', 'تومانی'],
  rial: ['rial', 'rials', 'ریال', 'ریالی'],
};
const units = new Map(Object.entries(unitWords).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)));

const numberWords = new Map(
  Object.entries({
    یک: 1,
    دو: 2,
    سه: 3,
    چهار: 4,
    پنج: 5,
    شش: 6,
    هفت: 7,
    هشت: 8,
    نه: 9,
    ده: 10,
    پانزده: 15,
    بیست: 20,
    سی: 30,
    شصت: 60,
    نود: 90,
  }).map(([word, value]) => [word, String(value)] as const),
);

export interface Atom {
  readonly kind: 'number' | 'unit' | 'word';
  /** Normalised: "10", "gb", "شبانه". */
  readonly text: string;
  /** Folded, but as typed. */
  readonly typed: string;
}

export interface SearchTerm {
  readonly text: string;
  /** Numbers and units must match whole (1 is not 10); a word may be part of a longer one. */
  readonly exact: boolean;
}

interface Word {
  readonly atoms: readonly Atom[];
  /** Without zero-width joiners, as many people type it. */
  readonly joined: string | null;
}

/** Returns the terms under which a name is found. Words repeat between names, so each is parsed once. */
export function createTermIndexer(): (name: string) => Set<string> {
  const words = new Map<string, Word>();

  function wordOf(raw: string): Word {
    const cached = words.get(raw);
    if (cached) return cached;
    const joined = raw.includes(joiner) ? foldText(raw).replaceAll(' ', '') : null;
    const word = { atoms: atomsOf(raw), joined };
    words.set(raw, word);
    return word;
  }

  return (name) => {
    const terms = new Set<string>();
    let number: Atom | null = null;
    for (const raw of rawWords(name)) {
      const { atoms, joined } = wordOf(raw);
      if (joined) terms.add(joined);
      for (const atom of atoms) {
        terms.add(atom.text).add(atom.typed);
        if (number && atom.kind === 'unit') terms.add(number.text + atom.text);
        number = atom.kind === 'number' ? atom : null;
      }
    }
    return terms;
  };
}

/** The terms that must all match. "10gb", "۱۰ گیگ" and "10 گیگابایت" are the same. */
export function searchTerms(query: string): SearchTerm[] {
  const atoms = rawWords(query.slice(0, 100)).flatMap(atomsOf);
  const terms: SearchTerm[] = [];
  for (let at = 0; at < atoms.length; at++) {
    const atom = atoms[at];
    const next = atoms[at + 1];
    if (atom?.kind === 'number' && next?.kind === 'unit') {
      terms.push({ text: atom.text + next.text, exact: true });
      at++;
    } else if (atom) terms.push({ text: atom.text, exact: atom.kind !== 'word' });
  }
  return terms.slice(0, 8);
}

export function rawWords(text: string): string[] {
  return text.split(/[\s\u200e\u200f\u2066-\u2069]+/).filter((word) => word !== '');
}

export function atomsOf(word: string): Atom[] {
  const folded = foldText(word)
    .replace(/(?<=\d),(?=\d{3})/g, '')
    // Persian also writes 1.5 as ۱/۵.
    .replace(/(?<=\d)\/(?=\d)/g, '.');
  return (folded.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? []).map(toAtom);
}

function toAtom(text: string): Atom {
  const unit = units.get(text);
  if (unit) return { kind: 'unit', text: unit, typed: text };
  const number = numberWords.get(text) ?? (/^\d/.test(text) ? text : null);
  return number ? { kind: 'number', text: number, typed: text } : { kind: 'word', text: text, typed: text };
}
