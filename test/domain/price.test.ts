import { describe, expect, test } from 'vitest';
import {
  chargeByPoints,
  chargeOf,
  costOf,
  isBasisPoints,
  lossOf,
  mostSpecific,
  type PriceRule,
  priceTargets,
  shareOf,
} from '#domain/price.ts';
import { operatorIds, productTypes } from '#domain/product.ts';
import fc from '#test/support/property.ts';

const rule = (given: Partial<PriceRule>): PriceRule => ({
  id: 1,
  target: 'customer',
  targetId: null,
  operatorId: null,
  productType: null,
  basisPoints: 0,
  name: null,
  startsAt: 0,
  ...given,
});
const what = { operatorId: 1, productType: 'data' } as const;

const points = fc.integer({ min: -10_000, max: 10_000 });
const total = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 10_000_000 }), fc.nat({ max: 2 ** 51 }));
const sellable = fc.record({
  operatorId: fc.constantFrom(...operatorIds),
  productType: fc.constantFrom(...productTypes),
});
const anyRule = fc.record({
  id: fc.nat(),
  target: fc.constantFrom(...priceTargets),
  targetId: fc.option(fc.nat()),
  operatorId: fc.option(fc.constantFrom(...operatorIds)),
  productType: fc.option(fc.constantFrom(...productTypes)),
  basisPoints: points,
  name: fc.option(fc.string()),
  startsAt: fc.nat(),
});
const rules = fc.array(anyRule, { maxLength: 12 });

describe('a share is rounded half up to whole rials', () => {
  test.each([
    [10_000, 250, 250],
    [11_000, 233, 256],
    [1, 4_999, 0],
    [1, 5_000, 1],
    [3, 5_000, 2],
    [50, 100, 1],
    [49, 100, 0],
    [0, 10_000, 0],
    [2 ** 53 - 1, 10_000, 2 ** 53 - 1],
  ])('%i at %i basis points is %i', (amount, given, share) => {
    expect(shareOf(amount, given)).toBe(share);
  });

  test('a positive commission lowers the cost', () => {
    expect(costOf(11_000, 250)).toBe(10_725);
    expect(costOf(11_000, -250)).toBe(11_275);
    expect(costOf(11_000, 0)).toBe(11_000);
  });

  test('points are whole and take away at most everything', () => {
    expect([0, 10_000, -10_000, 250].every(isBasisPoints)).toBe(true);
    expect([10_001, -10_001, 2.5, Number.NaN, Number.POSITIVE_INFINITY].some(isBasisPoints)).toBe(false);
  });
});

describe('a charge by a rule is rounded half up to whole tomans', () => {
  test.each([
    // The exact charges are 10,725, 10,724.9 and 11,275.
    [11_000, 250, 10_730],
    [10_999, 249, 10_730],
    [10_998, 249, 10_720],
    [11_000, -250, 11_280],
    [10_990, -250, 11_260],
    [142_417, 351, 137_420],
    [1_180_300, 500, 1_121_290],
    [11_000, 10_000, 0],
    [11_000, -10_000, 22_000],
  ])('%i at %i basis points is %i', (total, given, charge) => {
    expect(chargeByPoints(total, given)).toBe(charge);
  });

  test('a total without a rule is not rounded', () => {
    expect(chargeByPoints(11_003, 0)).toBe(11_003);
    expect(chargeOf(11_003, what, []).charge).toBe(11_003);
    expect(chargeOf(11_003, what, [rule({ target: 'gateway', basisPoints: 100 })]).charge).toBe(11_003);
  });

  test('rounding never makes a discount dearer or a fee cheaper', () => {
    // The exact charges are 11,007.9 and 11,004.1.
    expect(chargeByPoints(11_009, 1)).toBe(11_009);
    expect(chargeByPoints(11_003, -1)).toBe(11_003);
  });
});

describe('under any rules', () => {
  test('charge and cost are whole rials and never negative', () => {
    fc.assert(
      fc.property(total, sellable, rules, (sum, sold, all) => {
        const { charge, cost } = chargeOf(sum, sold, all);
        for (const amount of [charge, cost ?? 0]) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(amount).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('the commission is exactly the difference between total and cost', () => {
    fc.assert(
      fc.property(total, points, (sum, given) => {
        const cost = costOf(sum, given);
        const line = shareOf(sum, Math.abs(given));
        expect(given >= 0 ? cost + line : cost - line).toBe(sum);
        // The share is less than a rial off the exact fraction.
        const exact = BigInt(sum) * BigInt(Math.abs(given));
        const off = BigInt(line) * 10_000n - exact;
        expect(off > -5_000n && off <= 5_000n).toBe(true);
      }),
    );
  });

  test('a charge that differs from the total is whole tomans and at most half a toman off', () => {
    fc.assert(
      fc.property(total, points, (sum, given) => {
        const charge = chargeByPoints(sum, given);
        expect(given >= 0 ? charge <= sum : charge >= sum).toBe(true);
        if (charge !== sum) expect(charge % 10).toBe(0);
        // In ten-thousandths of a rial: more than minus five rials, at most five.
        const off = BigInt(charge) * 10_000n - BigInt(sum) * BigInt(10_000 - given);
        expect(off >= -50_000n && off <= 50_000n).toBe(true);
        if (charge !== sum) expect(off > -50_000n).toBe(true);
      }),
    );
  });

  test('profit is the charge less the cost, and unknown if the cost is unknown', () => {
    fc.assert(
      fc.property(total, sellable, rules, (sum, sold, all) => {
        const { charge, cost, profit } = chargeOf(sum, sold, all);
        expect(profit).toBe(cost === null ? null : charge - cost);
        const commission = all.filter(({ target }) => target === 'gateway');
        expect(cost === null).toBe(mostSpecific(commission, sold) === null);
      }),
    );
  });

  test('the charge of a list is the sum of its rows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10_000_000 }), { maxLength: 50 }), sellable, rules, (totals, sold, all) => {
        const own = all.filter(({ target }) => target !== 'gateway');
        const given = mostSpecific(own, sold)?.basisPoints ?? 0;
        const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
        const charges = totals.map((sum) => chargeOf(sum, sold, all).charge);
        expect(add(charges)).toBe(add(totals.map((sum) => chargeByPoints(sum, given))));
      }),
    );
  });

  test('the order of the rules does not matter', () => {
    fc.assert(
      fc.property(
        total,
        sellable,
        fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 8 }),
        (sum, sold, all) => {
          expect(chargeOf(sum, sold, all.toReversed())).toEqual(chargeOf(sum, sold, all));
        },
      ),
    );
  });
});

describe('the most specific rule wins', () => {
  const everyone = rule({ id: 1, target: 'customer', basisPoints: 10 });
  const agents = rule({ id: 2, target: 'agent', basisPoints: 20 });
  const tier = rule({ id: 3, target: 'tier', targetId: 7, basisPoints: 30 });
  const person = rule({ id: 4, target: 'person', targetId: 9, basisPoints: 40 });

  test('a rule for a person beats one for a tier, which beats one for a role', () => {
    const exact = { operatorId: 1, productType: 'data' } as const;
    expect(mostSpecific([{ ...agents, ...exact }, tier], what)).toBe(tier);
    expect(mostSpecific([agents, { ...tier, ...exact }, person], what)).toBe(person);
    expect(mostSpecific([everyone], what)).toBe(everyone);
  });

  test('operator and type beat operator, which beats type, which beats everything', () => {
    const both = rule({ id: 1, operatorId: 1, productType: 'data' });
    const operator = rule({ id: 2, operatorId: 1 });
    const type = rule({ id: 3, productType: 'data' });
    const all = rule({ id: 4 });
    expect(mostSpecific([all, type, operator, both], what)).toBe(both);
    expect(mostSpecific([all, type, operator], what)).toBe(operator);
    expect(mostSpecific([all, type], what)).toBe(type);
    expect(mostSpecific([all], what)).toBe(all);
    expect(mostSpecific([both, operator], { operatorId: 2, productType: 'data' })).toBeNull();
  });

  test('the one that started last beats its equals', () => {
    const old = rule({ id: 2, startsAt: 1 });
    const young = rule({ id: 1, startsAt: 2 });
    expect(mostSpecific([old, young], what)).toBe(young);
    expect(mostSpecific([rule({ id: 1 }), rule({ id: 2 })], what)).toMatchObject({ id: 2 });
  });

  test('the gateway’s commission changes the cost but never the charge', () => {
    const commission = rule({ target: 'gateway', basisPoints: 300 });
    expect(chargeOf(10_000, what, [commission])).toEqual({ charge: 10_000, priceName: null, cost: 9_700, profit: 300 });
    const fee = rule({ basisPoints: -100, name: 'Service' });
    expect(chargeOf(10_000, what, [fee])).toEqual({ charge: 10_100, priceName: 'Service', cost: null, profit: null });
    const generous = rule({ target: 'person', basisPoints: 500 });
    expect(chargeOf(10_000, what, [commission, generous, fee])).toMatchObject({ charge: 9_500, profit: -200 });
  });
});

test('a sale loses what it costs more than it brings in', () => {
  expect(lossOf(100_000, { charge: 97_000, cost: 97_000 })).toBeNull();
  expect(lossOf(100_000, { charge: 96_990, cost: 97_000 })).toEqual({ isFree: false, amount: 10 });
  // Rounded to whole tomans, the discount equals the commission.
  expect(lossOf(100_004, { charge: 97_000, cost: 97_004 })).toBeNull();
  expect(lossOf(100_000, { charge: 0, cost: 97_000 })).toEqual({ isFree: true, amount: 97_000 });
  // What is free anyway loses nothing.
  expect(lossOf(0, { charge: 0, cost: 0 })).toBeNull();
});

test('without a known cost, a sale at half of the price or less loses what is missing from the price', () => {
  expect(lossOf(100_000, { charge: 50_001, cost: null })).toBeNull();
  expect(lossOf(100_000, { charge: 50_000, cost: null })).toEqual({ isFree: false, amount: 50_000 });
  expect(lossOf(100_000, { charge: 0, cost: null })).toEqual({ isFree: true, amount: 100_000 });
});

test('the loss is the profit of the order with the other sign', () => {
  const points = fc.integer({ min: -10_000, max: 9_999 });
  const amount = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(amount, points, fc.nat({ max: 9_999 }), (total, own, commission) => {
      const rule = { targetId: null, operatorId: null, productType: null, name: null, startsAt: 0 } as const;
      const rules: PriceRule[] = [
        { ...rule, id: 1, target: 'customer', basisPoints: own },
        { ...rule, id: 2, target: 'gateway', basisPoints: commission },
      ];
      const charge = chargeOf(total, { operatorId: 1, productType: 'data' }, rules);
      const loss = lossOf(total, charge);
      if ((charge.profit ?? 0) <= -5) expect(loss?.amount).toBe(-(charge.profit ?? 0));
      else expect(loss === null || charge.charge === 0).toBe(true);
      expect(loss?.isFree ?? false).toBe(chargeByPoints(total, own) === 0);
    }),
  );
});
