import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchWords } from '#bot/buying/catalogue/search.ts';
import { decodeAction } from '#bot/kit/callback-data.ts';
import { operatorIds, productTypes, simTypes } from '#domain/product.ts';
import { sorts } from '#shop/buying/catalogue/sort-products.ts';
import { decode, encode, type NamedAction, type NamedActions } from '#test/support/actions.ts';
import fc from '#test/support/property.ts';

const whole = fc.oneof(fc.nat(), fc.integer({ min: 0, max: 36 ** 10 - 1 }));
const page = fc.integer({ min: 0, max: 1_000_000 });
const mobile = fc.stringMatching(/^989\d{9}$/);
const order = fc.stringMatching(/^[\w-]{14}$/);
const purpose = fc.constantFrom('any', 'offers', 'topup');
const sim = fc.constantFrom(...simTypes);
const type = fc.constantFrom(...productTypes);
const operator = fc.constantFrom(...operatorIds);
const orNull = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const words = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constant('۱۰ گیگ: شبانه'), fc.constant('::'))
  .map(searchWords)
  .filter((text) => text !== '');

type Fields<Name extends NamedAction['to']> = {
  [K in keyof Omit<NamedActions[Name], 'to'>]: Arbitrary<NamedActions[Name][K]>;
};

/** The longest data of each button of a customer. */
const customers = {
  home: {},
  help: {},
  terms: {},
  settings: {},
  language: { language: fc.constantFrom('fa', 'en') },
  unit: { unit: fc.constantFrom('rial', 'toman') },
  askNumber: { purpose },
  number: { mobile },
  numbers: { page },
  chooseOperator: { mobile },
  setOperator: { mobile, operator, purpose },
  chooseSim: { mobile },
  setSim: { mobile, sim, purpose },
  saved: { mobile },
  label: { mobile },
  unlabel: { mobile },
  forget: { mobile },
  operators: { type },
  sims: { type, operator },
  shelf: {
    type,
    operator,
    sim,
    category: orNull(whole),
    sub: orNull(whole),
    all: fc.constantFrom('no', 'yes'),
    page,
    sort: fc.constantFrom(...sorts),
    mobile: orNull(mobile),
  },
  product: { id: whole, mobile: orNull(mobile) },
  topup: { mobile },
  amounts: { id: whole, mobile },
  amount: { id: whole, mobile, amount: whole },
  askAmount: { id: whole, mobile },
  offers: { mobile, page },
  offersAgain: { mobile },
  offer: { mobile, offer: fc.stringMatching(/^[\w-]{8}$/) },
  askSearch: {},
  search: { page, sim: orNull(sim), words },
  confirm: { order },
  cancel: { order },
  changeNumber: { order },
  again: { order },
  order: { order, page: orNull(page) },
  orders: { page },
} satisfies { [Name in NamedAction['to']]?: Fields<Name> };

const presses = Object.entries(customers).map(
  ([to, fields]) => [to, fc.record({ to: fc.constant(to), ...fields }) as unknown as Arbitrary<NamedAction>] as const,
);

describe('callback data', () => {
  test.each(presses)('"%s" fits in 64 bytes and is decoded as it was encoded', (_, press) => {
    fc.assert(
      fc.property(press, fc.boolean(), (written, beside) => {
        const data = encode(written, beside);
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
        expect(decode(data)).toEqual(written);
        expect(decodeAction(data)?.inNewMessage).toBe(beside);
      }),
      { numRuns: 60 },
    );
  });

  test('no two actions share their data', () => {
    fc.assert(
      fc.property(
        fc.oneof(...presses.map(([, press]) => press)),
        fc.oneof(...presses.map(([, press]) => press)),
        (a, b) => {
          fc.pre(JSON.stringify(a) !== JSON.stringify(b));
          expect(encode(a)).not.toBe(encode(b));
        },
      ),
    );
  });

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
