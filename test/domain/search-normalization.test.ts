import { expect, test } from 'vitest';
import { foldText } from '#domain/fold-text.ts';
import { atomsIn, createTermIndexer, searchTerms } from '#domain/search-normalization.ts';

test.each([
  ['كيلوبايت', 'کیلوبایت'],
  ['علي', 'علی'],
  ['على', 'علی'],
  ['هدية', 'هدیه'],
  ['آسیا أ إ ٱ', 'اسیا ا ا ا'],
  ['مسئول مؤثر', 'مسیول موثر'],
  ['خانۀ', 'خانه'],
  ['بَستِهٔ ویــژه', 'بسته ویژه'],
  ['۱۲۳ ٤٥٦ ７８', '123 456 78'],
  ['سه‌ماهه', 'سه ماهه'],
  ['  GB\tDaily \n', 'gb daily'],
  ['\u202bبسته\u202c\u200f', 'بسته'],
  ['۱٫۵', '1.5'],
])('%s is normalised to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

const found = (query: string, name: string) => {
  const terms = [...createTermIndexer()(name)];
  return searchTerms(query).every(({ text, exact }) =>
    terms.some((term) => (exact ? term === text : term.includes(text))),
  );
};

test.each([
  ['10gb', 'بسته ۱۰ گیگابایت'],
  ['۱۰ گیگ', '10 GB monthly'],
  ['10گیگابایتی', '۱۰ گیگ'],
  ['500 mb', '۵۰۰ مگابایت'],
  ['1.5gb', 'بسته ۱٫۵ گیگ'],
  ['1.5 gb', 'بسته ۱/۵ گیگ'],
  ['7 day', '۱ گیگابایت هفت‌روزه'],
  ['1 ماهه', 'یک‌ماهه'],
  ['سه ماهه', 'سه‌ماهه'],
  ['سهماهه', 'سه‌ماهه'],
  ['monthly', 'بسته ماهانه'],
  ['شبان', 'بسته شبانه'],
  ['lte', 'بسته TD-LTE'],
  ['td-lte 20gb', '30-day TD-LTE 20 GB'],
  ['10,000 toman', 'شارژ ۱۰٬۰۰۰ تومانی'],
  ['كيش', 'کیش'],
  ['گیگا', '۱۰ گیگابایت'],
])('%s finds %s', (query, name) => {
  expect(found(query, name)).toBe(true);
});

test.each([
  ['1gb', 'بسته ۱۰ گیگابایت'],
  ['10gb', '۱۰ روزه ۵ گیگابایت'],
  ['5 gb', '5 MB'],
  ['0gb', '10 GB'],
  ['روزانه شبانه', 'بسته روزانه'],
])('%s does not find %s', (query, name) => {
  expect(found(query, name)).toBe(false);
});

test('an empty query has no terms, and a long query is shortened', () => {
  expect(searchTerms('')).toEqual([]);
  expect(searchTerms(' – . ! ')).toEqual([]);
  expect(searchTerms('a b c d e f g h i j k l m')).toHaveLength(8);
  expect(searchTerms('x'.repeat(10_000))[0]?.text).toHaveLength(100);
});

test('an endless chain of number words is read quickly, as one word', () => {
  for (const word of ['هزار', 'thousand', 'واحدو', 'million']) expect(atomsIn(word.repeat(100))).toHaveLength(1);
});
