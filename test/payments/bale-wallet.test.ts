import { expect, test } from 'vitest';
import { verificationOf } from '#payments/bale-wallet.ts';

const payer = 17;
const told = { id: 'one', status: 'paid', userID: payer, amount: 200_000, createdAt: 1_700_000_000 };

test('only a transaction that its own payer has paid counts as paid', () => {
  const paid = { kind: 'paid', amount: 200_000, receipt: null, card: null };
  expect(verificationOf(told, payer)).toEqual(paid);
  expect(verificationOf({ ...told, status: 'PAID', userID: '17', amount: '200000' }, payer)).toEqual(paid);
  for (const status of ['pending', 'failed', 'rejected'])
    expect(verificationOf({ ...told, status }, payer)).toEqual({ kind: 'unpaid' });
  expect(verificationOf(told, 18)).toMatchObject({ kind: 'mismatch' });
  for (const odd of [
    null,
    'paid',
    {},
    { ...told, status: 'settled' },
    { ...told, amount: 0.5 },
    { ...told, amount: {} },
  ])
    expect(verificationOf(odd, payer), JSON.stringify(odd)).toMatchObject({ kind: 'unsure' });
});
