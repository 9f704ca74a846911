import { expect, test } from 'vitest';
import { lossOf } from '#domain/loss.ts';
import { chargeByPoints, chargeOf, type PriceRule } from '#domain/price.ts';
import fc from '#test/support/property.ts';

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
