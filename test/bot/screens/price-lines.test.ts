import { expect, test } from 'vitest';
import { ownerLines, paidLines } from '#bot/words/price-lines.ts';
import { someOrder, viewIn } from '#test/support/picture-cases.ts';

const format = viewIn('en', 'toman');
const order = { ...someOrder({ total: 11_000, charge: 10_000 }), cost: 9_900, profit: 1_100 };

test.each([
  ['is being bought', { state: 'confirmed' }, true],
  ['is delivered', { state: 'delivered' }, true],
  ['was refused', { state: 'rejected' }, false],
  ['has expired', { state: 'expired' }, false],
  ['was taken back', { state: 'delivered', reversedAt: 1 }, false],
] as const)('an order that %s: the profit is told, or there is none', (_, changes, isTold) => {
  const changed = { ...order, ...changes };
  for (const lines of [paidLines(format, changed, 'agent'), ownerLines(format, changed)])
    expect(/profit/i.test(lines.join('\n'))).toBe(isTold);
});
