import { describe, expect, test } from 'vitest';
import { bankOf, cardTail, groupCardNumber, maskCard, parseCardNumber } from '#domain/bank-card.ts';
import { noBreak } from '#domain/money.ts';
import {
  canPaymentBecome,
  farFrom,
  paymentKey,
  paymentMethods,
  paymentStates,
  paymentStatesBefore,
  readProblem,
  writeProblem,
} from '#domain/payment.ts';

describe('a payment', () => {
  test('stays paid once it is paid; a refused one is checked again before it is paid', () => {
    for (const to of paymentStates) expect(canPaymentBecome('paid', to), `paid to ${to}`).toBe(false);
    expect(paymentStates.filter((to) => canPaymentBecome('refused', to))).toEqual(['submitted', 'expired']);
  });

  test('is far from the requested amount at double or at half of it', () => {
    expect([100, 199, 51].map((amount) => farFrom(100, amount))).toEqual([null, null, null]);
    expect([200, 1_000, 50, 10].map((amount) => farFrom(100, amount))).toEqual(['more', 'more', 'less', 'less']);
  });

  test('stores a problem as text and reads the same problem again', () => {
    const problems = [
      { code: 'other-amount', paid: 199_990 },
      { code: 'refused-but-paid' },
      { code: 'words', words: 'code -50' },
      { code: 'words', words: '{ "typed": by an owner' },
    ] as const;
    expect(problems.map(writeProblem)).toEqual([
      'other-amount:199990',
      'refused-but-paid',
      'code -50',
      '{ "typed": by an owner',
    ]);
    expect(problems.map(writeProblem).map(readProblem)).toEqual(problems);
  });

  test('can be paid after it expired, for a slow bank', () => {
    expect(paymentStatesBefore('paid')).toEqual(['asked', 'submitted', 'expired']);
  });

  test('has a ledger key of method and reference, and an invoice has only its reference', () => {
    expect(paymentMethods.map((method) => paymentKey(method, 'ref'))).toEqual([
      'zarinpal:ref',
      'zibal:ref',
      'card:ref',
      'ref',
    ]);
  });
});

describe('a bank card', () => {
  test.each(['6037997599999993', '6037-9975-9999-9993', '۶۰۳۷ ۹۹۷۵ ۹۹۹۹ ۹۹۹۳', '\u2066٦٠٣٧ ٩٩٧٥ ٩٩٩٩ ٩٩٩٣\u2069'])(
    'is read however people write it: %s',
    (text) => expect(parseCardNumber(text)).toBe('6037997599999993'),
  );

  test.each([
    ['a wrong digit', '6037997599999995'],
    ['two digits changed places', '6073997599999993'],
    ['too short', '603799759999999'],
    ['too long', '60379975999999930'],
    ['only zeros', '0000000000000000'],
    ['letters', '603799759999999X'],
  ])('a card with %s is refused', (_, text) => expect(parseCardNumber(text)).toBeNull());

  test('names its bank by its first digits in both languages', () => {
    expect(bankOf('6037997599999993', 'fa')).toBe('بانک ملی');
    expect(bankOf('6104331234567890', 'en')).toBe('Bank Mellat');
    expect(bankOf('1111111111111111', 'en')).toBeNull();
  });

  test('is written in groups, and at most ten digits of a payer’s card are kept', () => {
    const grouped = groupCardNumber('6037997599999993');
    expect(grouped).toBe(['6037', '9975', '9999', '9993'].join(noBreak));
    // People copy it from a message.
    expect(parseCardNumber(grouped)).toBe('6037997599999993');
    expect(maskCard('6037-99**-****-1234')).toBe('603799******1234');
    expect(maskCard('6037997512341234')).toBe('603799******1234');
    expect(cardTail('603799******1234')).toBe('1234');
    expect(cardTail('')).toBeNull();
  });
});
