import { expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { productTypes } from '#domain/product.ts';
import { isMisfit, misfitOf, packagesOf } from '#domain/sold-to.ts';

test('a TD-LTE number gets only TD-LTE packages, and a phone gets everything else', () => {
  const outcomes = (mobile: string) =>
    Object.fromEntries(productTypes.map((type) => [type, misfitOf(defaultOperators, mobile, type)?.code ?? 'sold']));
  const onlyTdlte = 'number-only-tdlte';
  expect(outcomes('989411234567')).toEqual({ data: onlyTdlte, topup: onlyTdlte, tdlte: 'sold' });
  for (const mobile of ['989351234567', '989121234567', '989981234567'])
    expect(outcomes(mobile), mobile).toEqual({ data: 'sold', topup: 'sold', tdlte: 'product-not-for-number' });
  expect([packagesOf({ isTdlte: true }), packagesOf({ isTdlte: false })]).toEqual(['tdlte', 'data']);
  for (const [code, is] of [
    ['number-only-tdlte', true],
    ['product-not-for-number', true],
    ['product-gone', false],
  ] as const)
    expect(isMisfit({ code }), code).toBe(is);
});
