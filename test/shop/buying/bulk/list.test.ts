import { describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { longestList, readList } from '#shop/buying/bulk/list.ts';
import fc from '#test/support/property.ts';

const read = (text: string) => readList(text, defaultOperators);
const rows = (text: string) => read(text).listed.map(({ mobile, problem }) => [mobile, problem]);
const fine = (...mobiles: string[]) => mobiles.map((mobile) => [mobile, null]);

describe('a pasted list', () => {
  test.each([
    ['a number a line', '09121234567\n09351234567', fine('989121234567', '989351234567')],
    ['with Windows line ends and gaps', '09121234567\r\n\r\n  09351234567 \r\n', fine('989121234567', '989351234567')],
    [
      'every way to write a number',
      '+98 912 123 4567\n0098-935-123-4567\n9121234568',
      fine('989121234567', '989351234567', '989121234568'),
    ],
    ['Persian and Arabic digits', '۰۹۱۲۱۲۳۴۵۶۷\n٠٩٣٥١٢٣٤٥٦٧', fine('989121234567', '989351234567')],
    [
      'on one line, with commas',
      '09121234567, 09351234567،09121234568',
      fine('989121234567', '989351234567', '989121234568'),
    ],
    ['on one line, with spaces', '0912 123 4567 0935 123 4567', fine('989121234567', '989351234567')],
    ['with semicolons', '09121234567;09351234567', fine('989121234567', '989351234567')],
    [
      'with semicolons, one of them mistyped',
      '09121234567;0935123456',
      [...fine('989121234567'), ['0935123456', 'number-invalid']],
    ],
    [
      'CSV with a heading, names and amounts',
      'name,mobile,amount\nAli,09121234567,50000\n"Sara K",09351234567,"20,000"',
      fine('989121234567', '989351234567'),
    ],
    [
      'out of a spreadsheet, with tabs',
      'علی\t09121234567\t۵۰۰۰۰\nسارا\t9351234567\t۲۰۰۰۰',
      fine('989121234567', '989351234567'),
    ],
    [
      'numbered',
      '1. 09121234567\n2) 09351234567\n3- 09121234568',
      fine('989121234567', '989351234567', '989121234568'),
    ],
    ['with names before and after', 'Ali 09121234567\n09351234567 (Sara)', fine('989121234567', '989351234567')],
    [
      'with invisible marks',
      '\u200e0912\u200f1234567\u200b\n\u202a09351234567\u202c',
      fine('989121234567', '989351234567'),
    ],
  ])('%s', (_, text, expected) => {
    expect(rows(text)).toEqual(expected);
  });

  test('a repeated number is marked, however it is written', () => {
    expect(rows('09121234567\n+989121234567\nAli 912 123 4567')).toEqual([
      ['989121234567', null],
      ['989121234567', 'twice'],
      ['989121234567', 'twice'],
    ]);
  });

  test('a mistyped number is shown as written; a heading, an amount or a date is ignored', () => {
    expect(rows('09121234567\n091212345')).toEqual([
      ['989121234567', null],
      ['091212345', 'number-invalid'],
    ]);
    expect(rows('09121234567, 0912123456')).toEqual([
      ['989121234567', null],
      [' 0912123456'.trim(), 'number-invalid'],
    ]);
    expect(rows('091212345 67')).toEqual([['091212345 67', 'number-invalid']]);
    expect(rows('+1 202 555 0123')).toEqual([['+1 202 555 0123', 'number-invalid']]);
    expect(rows('Customers of May:\n09121234567,50000,1405/02/11,ok')).toEqual(fine('989121234567'));
    expect(rows('nobody')).toEqual([]);
  });

  test.each([
    ['an amount after the number', '09121234567 5000', '5000'],
    ['an amount before it', '۵۰ هزار تومان ۰۹۱۲۱۲۳۴۵۶۷', '50 هزار تومان'],
    ['a package', '0912 123 4567 10gb monthly', '10gb monthly'],
    ['other columns', '"Ali R",09121234567,"20,000"', 'Ali R , , 20,000'],
    ['nothing', ' 09121234567 ', null],
  ])('words beside a number are kept: %s', (_, line, words) => {
    expect(read(`${line}\n09351234567`).listed.map((row) => row.words)).toEqual([words, null]);
  });

  test('words are kept whole: an amount may stand at their end', () => {
    const words = `${'Ali Rezaei '.repeat(20)}500000 toman`;
    expect(read(`09121234567 ${words}\n09351234567`).listed[0]?.words).toBe(words);
  });

  test('columns may be separated by semicolons', () => {
    const [row] = read('1; 09121234567; Ali; 5,000 toman\n2; 09351234567; Sara; 5,000 toman').listed;
    expect(row).toEqual({ mobile: '989121234567', problem: null, words: '1; ; Ali; 5,000 toman' });
  });

  test('words beside several numbers are of none of them', () => {
    expect(read('09121234567, 09351234567 5000').listed.map(({ words }) => words)).toEqual([null, null]);
  });

  test('a saved name stands for its number, unless the line has one', () => {
    const findLabel = (line: string) =>
      line.startsWith('مامان') ? { mobiles: ['989121110000'], rest: line.slice('مامان'.length).trim() } : null;
    const { listed } = readList('مامان ۵۰۰۰\n09121234567 5000\nمامان 09351234567\nسلام', defaultOperators, findLabel);
    expect(listed).toEqual([
      { mobile: '989121110000', problem: null, words: '۵۰۰۰' },
      { mobile: '989121234567', problem: null, words: '5000' },
      { mobile: '989351234567', problem: null, words: 'مامان' },
    ]);
  });

  test.each([
    ['0912111224 10gb monthly', '10gb monthly'],
    ['1; Ali; 0912111224; 200,000 rials', '1; Ali; ; 200,000 rials'],
    ['0912111x224, 10gb', ', 10gb'],
    ['0912111224', null],
  ])('what stands beside a wrong number is kept: %s', (line, words) => {
    expect(readList(line, defaultOperators).listed).toMatchObject([{ problem: 'number-invalid', words }]);
  });

  test('a name of several numbers stands for none of them, and is not passed over', () => {
    const findLabel = () => ({ mobiles: ['989121110000', '989121110001'], rest: '5000' });
    const { listed } = readList('علی 5000\n09121234567', defaultOperators, findLabel);
    expect(listed).toEqual([
      { mobile: 'علی 5000', problem: 'number-invalid', words: '5000' },
      { mobile: '989121234567', problem: null, words: null },
    ]);
  });

  test('entries beyond the limit are counted', () => {
    const numbers = Array.from({ length: longestList + 3 }, (_, at) => `0912${String(1_000_000 + at)}`);
    const { listed, over } = read(numbers.join('\n'));
    expect([listed.length, over]).toEqual([longestList, 3]);
    expect(listed.at(-1)?.mobile).toBe(`98${numbers[longestList - 1]?.slice(1)}`);
    expect(read(numbers.slice(3).join('\n')).over).toBe(0);
  });

  test('any text: within the limit, repeats marked, no invented numbers', () => {
    const mobile = fc.stringMatching(/^09[1-3]\d{8}$/);
    const piece = fc.oneof(mobile, fc.string(), fc.constantFrom('\n', ',', ';', '\t', ' ', '+98', '۰۹', '09'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const { listed } = read(text);
        expect(listed.length).toBeLessThanOrEqual(longestList);
        const valid = listed.filter(({ problem }) => problem === null).map(({ mobile: one }) => one);
        expect(new Set(valid).size).toBe(valid.length);
        for (const one of valid) expect(one).toMatch(/^989\d{9}$/);
      }),
      { numRuns: 500 },
    );
  });

  test('a list of numbers gives those numbers, in order', () => {
    const mobile = fc.stringMatching(/^91[0-9]\d{7}$/);
    const between = fc.constantFrom('\n', '\r\n', ', ', ';', '\t', ' | ');
    fc.assert(
      fc.property(fc.uniqueArray(mobile, { minLength: 1, maxLength: 50 }), between, (mobiles, sign) => {
        expect(rows(mobiles.map((one) => `0${one}`).join(sign))).toEqual(fine(...mobiles.map((one) => `98${one}`)));
      }),
      { numRuns: 200 },
    );
  });
});
