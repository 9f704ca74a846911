import { describe, expect, test } from 'vitest';
import { searchWords } from '#bot/buying/catalogue/search.ts';
import { decode, encode } from '#test/support/actions.ts';
import fc from '#test/support/property.ts';

describe('callback data', () => {
  test('any client data decodes to an action or to null, and never throws', () => {
    const garbage = fc.oneof(
      fc.string({ maxLength: 64 }),
      fc
        .tuple(fc.constantFrom('1s', '1n', '1+r', '1q', '1tn', '1p'), fc.array(fc.string({ maxLength: 8 })))
        .map(([tag, rest]) => [tag, ...rest].join(':')),
    );
    fc.assert(
      fc.property(garbage, (data) => {
        const press = decode(data);
        // Decoded data is encoded the same way again.
        if (press) expect(decode(encode(press))).toEqual(press);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['nothing', ''],
    ['another version', '0h'],
    ['no such button', '1zz'],
    ['something after the end', '1h:1'],
    ['a number of another country', '1n:4479111234'],
    ['a number with letters', '1n:91234567x9'],
    ['a number that is too long', '1n:91234567890'],
    ['an operator that does not exist', '1i:0:9'],
    ['an operator by another spelling', '1i:0:01'],
    ['a type that does not exist', '1o:7'],
    ['a SIM type that does not exist', '1ss:9123456789:5:0'],
    ['a sum below nothing', '1tn:1:9123456789:-5'],
    ['a sum that is no number', '1tn:1:9123456789:NaN!'],
    ['a sum beyond what a number holds', '1tn:1:9123456789:zzzzzzzzzzzz'],
    ['a sum in another spelling', '1tn:1:9123456789:00z'],
    ['an order that is too short', '1c:abc'],
    ['an order with a quotation mark', "1c:abcdefghijklm'"],
    ['a search for nothing', '1q:1::'],
    ['more words than we ever write', `1q:1::${'x'.repeat(51)}`],
    ['too few fields', '1s:0:1'],
  ])('forged: %s', (_, data) => {
    expect(decode(data)).toBeNull();
  });

  test('a search keeps as many whole characters as fit', () => {
    expect(searchWords('  10gb  ')).toBe('10gb');
    expect(searchWords('👩‍👩‍👧‍👦'.repeat(3))).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦');
    expect(Buffer.byteLength(searchWords('گ'.repeat(200)))).toBe(50);
  });

  test('a long search loses words that add nothing, then its spelling, and never a part of a word', () => {
    expect(searchWords('سلام یه بسته ۵ گیگ یک ماهه برای ایرانسل میخوام')).toBe('یه ۵ گیگ یک ماهه ایرانسل');
    // «و» is a part of the number.
    expect(searchWords('سلام لطفا بیست و پنج گیگابایت یک ماهه همراه اول')).toBe('25gb 1month همراه اول');
    const long = 'بلندپروازانه شگفت‌انگیزترین';
    expect(searchWords(`${long} سرافرازی`)).toBe('بلندپروازانه شگفت');
  });

  test('a button that does not fit throws, with its tag', () => {
    expect(() => encode({ to: 'search', page: 1, sim: null, words: 'x'.repeat(80) })).toThrow(/"q"/);
  });
});
