import { describe, expect, test } from 'vitest';
import { isRials, vatOf } from '#domain/money.ts';
import type { Offer } from '#domain/offer.ts';
import type { Product } from '#domain/product.ts';
import { creditLimits, fitsCredit, offerProductId, priceOfBase, priceOfOffer, priceOfProduct } from '#domain/quote.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';

const offer: Offer = {
  code: 'A1',
  type: 'normal',
  name: '10 GB',
  description: 'Ten gigabytes',
  descriptionLocal: 'ده گیگابایت',
  days: 30,
  amount: 30_000,
};

const fixed: Product = {
  id: 7,
  name: 'ده گیگابایت',
  nameEn: null,
  description: '',
  type: 'data',
  operatorId: 1,
  simType: 'prepaid',
  price: 30_000,
  maxPrice: null,
  days: 30,
  profileId: null,
  onSale: true,
  order: 0,
  categories: [],
};

const ranged: Product = { ...fixed, type: 'topup', price: 10_000, maxPrice: 2_000_000 };

describe('an offer', () => {
  test('costs its amount plus VAT', () => {
    expect(priceOfOffer(offer, 10)).toEqual({ base: 30_000, vat: 3_000, total: 33_000 });
  });

  test('is product 510 on a prepaid SIM and 511 on a postpaid one', () => {
    expect([offerProductId('prepaid'), offerProductId('postpaid')]).toEqual([510, 511]);
  });
});

describe('a product with a fixed price', () => {
  test('costs its price plus VAT', () => {
    expect(priceOfProduct(fixed, { amount: null }, 10)).toEqual({
      ok: true,
      value: { base: 30_000, vat: 3_000, total: 33_000 },
    });
  });

  test('costs its price if there is no VAT', () => {
    expect(priceOfProduct(fixed, { amount: null }, 0)).toEqual({
      ok: true,
      value: { base: 30_000, vat: 0, total: 30_000 },
    });
  });

  test.each([30_000, 33_000, 0])('refuses an amount from the buyer, even %i', (named) => {
    expect(priceOfProduct(fixed, { amount: named }, 10)).toEqual({ ok: false, error: { code: 'amount-invalid' } });
  });
});

describe('a product with a range', () => {
  test.each([10_000, 10_001, 55_000, 1_999_999, 2_000_000])(
    'costs the %i that the buyer named, with VAT included',
    (named) => {
      expect(priceOfProduct(ranged, { amount: named }, 10)).toMatchObject({ ok: true, value: { total: named } });
    },
  );

  test('shows the VAT inside the amount', () => {
    expect(priceOfProduct(ranged, { amount: 33_000 }, 10)).toEqual({
      ok: true,
      value: { base: 30_000, vat: 3_000, total: 33_000 },
    });
    expect(priceOfProduct(ranged, { amount: 10_000 }, 10)).toEqual({
      ok: true,
      value: { base: 9_091, vat: 909, total: 10_000 },
    });
  });

  test('has only one amount if its limits are equal', () => {
    const single = { ...ranged, maxPrice: ranged.price };
    expect([9_999, 10_000, 10_001].map((named) => priceOfProduct(single, { amount: named }, 10).ok)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each([0, 9_999, 2_000_001, Number.MAX_SAFE_INTEGER])('refuses %i and reports the limits', (named) => {
    const error = { code: 'amount-out-of-range', min: 10_000, max: 2_000_000 };
    expect(priceOfProduct(ranged, { amount: named }, 10)).toEqual({ ok: false, error });
  });

  test.each([null, -10_000, 10_000.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as an amount', (named) => {
    expect(priceOfProduct(ranged, { amount: named }, 10)).toEqual({ ok: false, error: { code: 'amount-invalid' } });
  });
});

describe('credit named by the buyer', () => {
  const named = (credit: number, vatPercent = 10) => priceOfProduct(ranged, { amount: null, credit }, vatPercent);

  test('arrives in full, with VAT on top', () => {
    expect(named(500_000)).toEqual({ ok: true, value: { base: 500_000, vat: 50_000, total: 550_000 } });
  });

  test('stays the same when VAT changes, whatever total was stored before', () => {
    const item = { amount: 550_000, credit: 500_000 };
    expect(priceOfProduct(ranged, item, 12)).toMatchObject({ value: { base: 500_000, total: 560_000 } });
  });

  test('is refused outside the range with its VAT, with round limits of credit', () => {
    const error = { code: 'amount-out-of-range', min: 10_000, max: 1_800_000 };
    expect(named(2_000_000)).toEqual({ ok: false, error });
    expect(named(9_000)).toEqual({ ok: false, error });
    expect([named(error.min), named(error.max)]).toMatchObject([
      { value: { total: 11_000 } },
      { value: { total: 1_980_000 } },
    ]);
    // People are told round limits within those that are sold.
    const { min, max } = creditLimits(ranged, 10);
    expect([min, max]).toEqual([9_100, 1_818_180]);
    expect([fitsCredit(ranged, min, 10), fitsCredit(ranged, max, 10)]).toEqual([true, true]);
    expect([fitsCredit(ranged, min - 10, 10), fitsCredit(ranged, max + 10, 10)]).toEqual([false, false]);
  });

  test.each([
    [100_000, 100_000],
    [30_000, 30_000],
  ])('of a range from %i to %i without a whole toman is exact', (price, maxPrice) => {
    const narrow = { ...ranged, price, maxPrice };
    const { min, max } = creditLimits(narrow, 10);
    expect(priceOfProduct(narrow, { amount: null, credit: min }, 10)).toMatchObject({ value: { total: price } });
    expect([max, fitsCredit(narrow, min, 10)]).toEqual([min, true]);
  });

  test('is refused for a product with a fixed price', () => {
    const price = priceOfProduct(fixed, { amount: null, credit: 30_000 }, 10);
    expect(price).toEqual({ ok: false, error: { code: 'amount-invalid' } });
  });

  test('has the widest limits in whole tomans that can be sent', () => {
    const range = fc.tuple(fc.integer({ min: 100, max: 10_000_000 }), fc.integer({ min: 100, max: 10_000_000 }));
    fc.assert(
      fc.property(range, fc.integer({ min: 0, max: 100 }), ([least, more], vatPercent) => {
        const [price, maxPrice] = [least, least + more];
        const { min, max } = creditLimits({ price, maxPrice }, vatPercent);
        const total = (credit: number) => priceOfBase(credit, vatPercent).total;
        expect([min % 10, max % 10, total(min) >= price, total(max) <= maxPrice]).toEqual([0, 0, true, true]);
        expect([min === 0 || total(min - 10) < price, total(max + 10) > maxPrice]).toEqual([true, true]);
      }),
    );
  });
});

test.each([
  ['fixed', fixed, null],
  ['ranged', ranged, 20_000],
  ['ranged, with a wrong amount', ranged, 1],
])('a product off sale has no price: %s', (_, product, named) => {
  expect(priceOfProduct({ ...product, onSale: false }, { amount: named }, 10)).toEqual({
    ok: false,
    error: { code: 'product-off-sale' },
  });
});

describe('every price adds up', () => {
  const percent = fc.integer({ min: 0, max: 100 });
  const half = fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 2) });

  test('from its base', () => {
    fc.assert(
      fc.property(half, percent, (amount, vatPercent) => {
        const price = priceOfBase(amount, vatPercent);
        expect(price).toEqual({ base: amount, vat: vatOf(amount, vatPercent), total: price.base + price.vat });
        expect(priceOfOffer({ ...offer, amount }, vatPercent)).toEqual(price);
        expect(priceOfProduct({ ...fixed, price: amount }, { amount: null }, vatPercent)).toEqual({
          ok: true,
          value: price,
        });
      }),
    );
  });

  test('from a named amount, with the VAT of its base to within a rial', () => {
    const range = fc.tuple(half, half, half).map((three) => three.sort((a, b) => a - b));
    fc.assert(
      fc.property(range, percent, ([price = 0, named = 0, maxPrice = 0], vatPercent) => {
        const quoted = priceOfProduct({ ...ranged, price, maxPrice }, { amount: named }, vatPercent);
        if (!quoted.ok) throw new Error(quoted.error.code);
        const { base, vat, total } = quoted.value;
        expect([base, vat, total].every(isRials)).toBe(true);
        expect(total).toBe(named);
        expect(base + vat).toBe(total);
        expect(Math.abs(vat - vatOf(base, vatPercent))).toBeLessThanOrEqual(1);
      }),
      { numRuns: long ? 2_000 : 200 },
    );
  });

  test('from a total named as an amount, with the same base again', () => {
    fc.assert(
      fc.property(half, percent, (base, vatPercent) => {
        const price = priceOfBase(base, vatPercent);
        const named = { ...ranged, price: 0, maxPrice: price.total };
        expect(priceOfProduct(named, { amount: price.total }, vatPercent)).toEqual({ ok: true, value: price });
      }),
    );
  });
});
