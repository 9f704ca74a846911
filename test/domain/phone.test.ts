import { describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { findMobiles, maskedMobile, parseMobile, plainDigits, spokenMobile } from '#domain/phone.ts';
import { operatorIds } from '#domain/product.ts';
import { long } from '#test/support/length.ts';
import fc, { anyText } from '#test/support/property.ts';

const parse = (text: string) => parseMobile(text, defaultOperators);
const find = (text: string) => findMobiles(text, defaultOperators);

const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
const persian = digitsFrom(0x06f0);
const arabic = digitsFrom(0x0660);

const prefixes = operatorIds.flatMap((id) => [...defaultOperators[id].prefixes, ...defaultOperators[id].tdltePrefixes]);
const mobiles = fc
  .tuple(fc.constantFrom(...prefixes), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([prefix, rest]) => `98${prefix}${String(rest).padStart(7, '0')}`);

describe('a number is accepted', () => {
  test.each([
    ['with its zero', '09123456789'],
    ['without it', '9123456789'],
    ['with the country', '989123456789'],
    ['with a plus', '+989123456789'],
    ['with two zeros', '00989123456789'],
    ['with the country and the zero', '+98 0912 345 6789'],
    ['with the zero in parentheses', '+98 (0)912 345 6789'],
    ['with the country in parentheses', '(+98) 912 345 6789'],
    ['with spaces', '0912 345 6789'],
    ['with wide spaces', '0912   345   6789'],
    ['with dashes', '0912-345-67-89'],
    ['with long dashes', '0912–345—6789'],
    ['with minus signs', '0912−345−6789'],
    ['with dots', '0912.345.6789'],
    ['with slashes', '0912/345/6789'],
    ['with parentheses', '(0912) 345 6789'],
    ['digit by digit', '0 9 1 2 3 4 5 6 7 8 9'],
    ['with a full stop after it', '09123456789.'],
    ['with space around it', '\n\t 09123456789 \r\n'],
    ['in Persian digits', '۰۹۱۲۳۴۵۶۷۸۹'],
    ['in Arabic digits', '٠٩١٢٣٤٥٦٧٨٩'],
    ['in digits of all three', '۰۹۱۲ ٣٤٥ 6789'],
    ['in Persian digits with a plus', '+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹'],
    ['between isolates', '\u2066+98 912 345 6789\u2069'],
    ['between embeddings', '\u202a09123456789\u202c'],
    ['with marks inside it', '0912\u200e345\u200f67\u200c89'],
    ['with a byte order mark', '\ufeff09123456789'],
    ['with no-break spaces', '0912\u00a0345\u202f6789'],
  ])('%s', (_, text) => {
    expect(parse(text)).toEqual({ ok: true, value: '989123456789' });
  });

  test.each(['09412345678', '9412345678', '989412345678', '+98 941 234 5678', '00989412345678', '۰۹۴۱۲۳۴۵۶۷۸'])(
    'in TD-LTE, although it is in no mobile plan: %s',
    (text) => {
      expect(parse(text)).toEqual({ ok: true, value: '989412345678' });
    },
  );

  test('if only the owner’s table has its prefix', () => {
    const operators = { ...defaultOperators, 5: { ...defaultOperators[5], prefixes: ['995'] } };
    expect(parse('09951234567').ok).toBe(false);
    expect(parseMobile('09951234567', operators)).toEqual({ ok: true, value: '989951234567' });
  });

  const spelling = fc.record({
    start: fc.constantFrom('0', '', '98', '+98', '0098', '+980', '980'),
    script: fc.constantFrom((text: string) => text, persian, arabic),
    // Nothing comes between the last two digits: after nine others they would be an amount.
    between: fc.array(fc.constantFrom('', '', ' ', '-', '.', '\u00a0', '\u200e', '\u2066', '\u200c', '(', ')'), {
      minLength: 7,
      maxLength: 7,
    }),
    around: fc.constantFrom('', ' ', '\n', '\u202b', '\ufeff'),
  });

  test('in every spelling, always as the same number', () => {
    fc.assert(
      fc.property(mobiles, spelling, (mobile, { start, script, between, around }) => {
        const digits = [...mobile.slice(2)].map((digit, index) => `${digit}${between[index] ?? ''}`).join('');
        expect(parse(`${around}${script(start + digits)}${around}`)).toEqual({ ok: true, value: mobile });
      }),
      { numRuns: long ? 2_000 : 200 },
    );
  });

  test('in the form in which the shop writes it', () => {
    fc.assert(
      fc.property(mobiles, (mobile) => {
        expect(parse(spokenMobile(mobile))).toEqual({ ok: true, value: mobile });
      }),
    );
    expect(spokenMobile('989123456789')).toBe('0912 345 6789');
  });
});

describe('a number is refused', () => {
  test.each([
    ['nothing', ''],
    ['spaces', ' '.repeat(12)],
    ['dashes', '-'.repeat(12)],
    ['a landline', '02188776655'],
    ['a landline with the country', '+982188776655'],
    ['a toll-free line', '08001234567'],
    ['an American number', '+12025550123'],
    ['an Indian number that looks like ours', '+919123456789'],
    ['ours with a plus and no country', '+9123456789'],
    ['ours with a plus and a zero', '+09123456789'],
    ['a German number with zeros', '00491511234567'],
    ['one digit too few', '0912345678'],
    ['one digit too few before an amount', '0912345678 5'],
    ['two digits too few before an amount', '091234567 50'],
    ['one digit too many', '091234567890'],
    ['one TD-LTE digit too few', '0941234567'],
    ['one TD-LTE digit too many', '094123456789'],
    ['an unassigned prefix', '09891234567'],
    ['only the country', '+98'],
    ['the country twice', '+98+989123456789'],
    ['the country twice, without the plus', '98989123456789'],
    ['two numbers', '09123456789 09351234567'],
    ['a number over two lines', '0912345\n6789'],
    ['a letter at the end', '0912345678a'],
    ['a letter O for a zero', 'O9123456789'],
    ['a word before it', 'call 09123456789'],
    ['a Persian word before it', 'شماره ۰۹۱۲۳۴۵۶۷۸۹'],
    ['an extension', '09123456789 ext 5'],
    ['an emoji', '09123456789📱'],
    ['emoji digits', '0️⃣9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣'],
    ['commas', '0912,345,6789'],
    ['markup', '<b>09123456789</b>'],
    ['4,096 digits', '9'.repeat(4_096)],
    ['4,096 separators', '( '.repeat(2_048)],
    ['4,096 characters around a number', `${' -'.repeat(2_042)}09123456789`],
  ])('%s', (_, text) => {
    expect(parse(text)).toEqual({ ok: false, error: { code: 'number-invalid' } });
  });

  test('unless it is 98 and ten digits', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'0123456789+-() .۰۹٠a\u200e📱'), maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(noise, anyText(4_096)), (text) => {
        const parsed = parse(text);
        expect(parsed.ok ? parsed.value : '989000000000').toMatch(/^989\d{9}$/);
      }),
      { numRuns: long ? 2_000 : 200 },
    );
  });
});

describe('numbers are found', () => {
  const [first, second, third] = ['989123456789', '989351234567', '989201234567'] as const;

  test.each([
    ['on lines', '09123456789\n09351234567\r\n09201234567', [first, second, third]],
    ['after commas and semicolons', '09123456789,09351234567;0920 123 4567', [first, second, third]],
    ['after a space', '09123456789 09351234567', [first, second]],
    ['after a space, in groups', '0912 345 6789 0935 123 4567', [first, second]],
    ['after a dash, a dot, a slash', '09123456789-09351234567.09201234567/09123456789', [first, second, third]],
    ['one after the other with their plus', '+989123456789+989351234567', [first, second]],
    ['in a numbered list', '1. 09123456789\n2. 09351234567\n3) 0920-123-4567', [first, second, third]],
    ['in a numbered list without dots', '۱ ۰۹۱۲۳۴۵۶۷۸۹\n۲ ۰۹۳۵۱۲۳۴۵۶۷', [first, second]],
    ['in CSV', 'id,phone,amount\n1,"+989123456789",50000\n2,9351234567,20000', [first, second]],
    ['in columns', '09123456789\t50000\n09351234567\t20000', [first, second]],
    ['before an amount', '09123456789 50000', [first]],
    ['after an amount', 'شارژ 50000 09123456789', [first]],
    ['after a date', '1403/08/25 09123456789', [first]],
    ['in a Persian sentence', 'برای ۰۹۱۲ ۳۴۵ ۶۷۸۹ و (۰۹۳۵) ۱۲۳۴۵۶۷ بسته بخر.', [first, second]],
    ['glued to Persian words', 'به۰۹۱۲۳۴۵۶۷۸۹شارژ و۰۹۳۵۱۲۳۴۵۶۷هم', [first, second]],
    ['in an English sentence', 'Call +98 912 345 6789, or 0098 935 123 4567!', [first, second]],
    ['between invisible marks', '\u2066+98 912 345 6789\u2069، \u202a09351234567\u202c', [first, second]],
    ['once, however often they appear', '09123456789 +989123456789 ۹۱۲۳۴۵۶۷۸۹', [first]],
    ['behind one that lacks a digit', '0912 345 678 0935 123 4567', [second]],
    ['behind a foreign one', '+44 20 7946 0958 09123456789, 0044 912 345 6789 09351234567', [first, second]],
    ['behind a figure with zeros', '0010 09123456789', [first]],
    ['with TD-LTE among them', 'modem: 0941 234 5678', ['989412345678']],
  ])('%s', (_, text, found) => {
    expect(find(text)).toEqual(found);
  });

  test.each([
    ['nothing', ''],
    ['words', 'سلام، یک بسته می‌خواهم'],
    ['two amounts', '90000 50000'],
    ['a date and a figure', '1403/09/12 3456789'],
    ['a card', '6037 9912 3456 7890 6037991234567890'],
    ['an account', 'IR12 0912 3456 7890 1234 5678 90 IR120170000000009123456789'],
    ['a long figure that holds a number', '12345678909123456789'],
    ['two numbers without anything between them', '0912345678909351234567'],
    ['a landline', '021-88776655'],
    [
      'foreign numbers',
      '+44 912 345 6789, 0044 912 345 6789, +44 (0)912 345 6789, +1 (202) 555-0123, +91 912 345 6789',
    ],
    ['4,096 characters of noise', '9 '.repeat(2_048)],
  ])('not in %s', (_, text) => {
    expect(find(text)).toEqual([]);
  });

  test('in order and completely in any list', () => {
    const separators = fc.constantFrom('\n', ', ', ';', ' ', ' و ', '\t', ' - ', '\n1. ', 'به', ' 50000 ');
    const forms = fc.constantFrom(
      (mobile: string) => `0${mobile.slice(2)}`,
      (mobile: string) => `+${mobile}`,
      (mobile: string) => persian(spokenMobile(mobile)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(mobiles, forms, separators), { maxLength: 20 }), (list) => {
        const text = list.map(([mobile, form, separator]) => `${form(mobile)}${separator}`).join('');
        expect(find(text)).toEqual([...new Set(list.map(([mobile]) => mobile))]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a masked number', () => {
  test('keeps its prefix and its last four digits', () => {
    expect(maskedMobile('989123456789')).toBe('0912•••6789');
  });

  test('hides its middle', () => {
    fc.assert(
      fc.property(mobiles, fc.integer({ min: 0, max: 999 }), (mobile, middle) => {
        const other = mobile.slice(0, 5) + String(middle).padStart(3, '0') + mobile.slice(8);
        expect(maskedMobile(mobile)).toBe(maskedMobile(other));
        expect(parse(maskedMobile(mobile)).ok).toBe(false);
      }),
    );
  });
});

test('Persian and Arabic digits become Latin digits; other characters stay', () => {
  expect(plainDigits('۰۱۲۳۴۵۶۷۸۹ ٠١٢٣٤٥٦٧٨٩ 0123456789')).toBe('0123456789 0123456789 0123456789');
  expect(plainDigits('مبلغ\u200e ۵۰٬۰۰۰ ریال')).toBe('مبلغ 50٬000 ریال');
});
