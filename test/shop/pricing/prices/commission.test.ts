import { describe, expect, test } from 'vitest';
import type { PriceRule } from '#domain/price.ts';
import { commissionOf } from '#shop/pricing/prices/commission.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

const rule = (given: Partial<PriceRule>): PriceRule => ({
  id: 1,
  target: 'agent',
  targetId: null,
  operatorId: null,
  productType: null,
  basisPoints: 250,
  name: null,
  startsAt: 0,
  ...given,
});
const everything = { operatorId: null, productType: null } as const;

describe('what a buyer keeps of each price', () => {
  test('is nothing without a rule, and one rule where it is the same for all', () => {
    expect(commissionOf([])).toEqual([{ ...everything, basisPoints: 0 }]);
    expect(commissionOf([rule({})])).toEqual([{ ...everything, basisPoints: 250 }]);
  });

  test('is told for each operator and type where it is not; the commission of their own gateway is none of theirs', () => {
    const rules = [rule({}), rule({ id: 2, operatorId: 1, productType: 'topup', basisPoints: 100 })];
    const all = commissionOf([...rules, rule({ id: 3, target: 'gateway', basisPoints: 900 })]);
    expect(all).toHaveLength(15);
    expect(all.filter(({ basisPoints }) => basisPoints !== 250)).toEqual([
      { operatorId: 1, productType: 'topup', basisPoints: 100 },
    ]);
  });
});

describe.each(databaseKinds)('the commission that a gateway tells, on %s', (kind) => {
  const place = useDatabase(kind);

  test('takes the place of what stood, once, and prices know the cost by it', async () => {
    const { shop, database, quote } = await openWorld(place.database);
    const standing = async () =>
      (await shop.priceRules.list({ target: 'gateway', targetId: null })).map(({ basisPoints }) => basisPoints);
    expect(await shop.setCommission([{ ...everything, basisPoints: 300 }], ownerId)).toBe(true);
    expect(await shop.setCommission([{ ...everything, basisPoints: 300 }], ownerId)).toBe(false);
    expect(await standing()).toEqual([300]);
    expect((await quote()).cost).toBe(10_670);
    expect(await shop.setCommission(commissionOf([]), ownerId)).toBe(true);
    expect(await standing()).toEqual([0]);
    expect((await quote()).cost).toBe(11_000);
    expect(await database.db.selectFrom('price_rules').select('id').execute()).toHaveLength(2);
  });
});
