import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { reasonText, stepText } from '#bot/words/payment-words.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { paymentSteps, writeProblem } from '#domain/payment.ts';

const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname);

/** As trails have them. */
const stored = [
  ...Object.values(paymentSteps),
  'approved with 4500000 rials',
  'paid back 200000 rials: ۱۲۳',
  'code -50',
  'result 102',
  'status 503',
  'status failed',
  'result 202, but inquiry says paid',
  'code -51, but inquiry says paid',
  'misconfigured: code -10',
  'blocked: by the owner',
  'answer is not JSON',
  'answer is too large',
  'answer cannot be read',
  'the transaction cannot be read',
  'no answer in 10 s',
  'connection failed',
  'verified, but no amount is named',
  'another amount was paid',
  'paid by another person',
  'not-found',
  'unreadable',
  'wrong-amount',
  writeProblem({ code: 'other-amount', paid: 900_000 }),
  writeProblem({ code: 'refused-but-paid' }),
];

describe.each(languages)('the steps of a payment in %s', (language) => {
  const format = createFormatter({ texts, operators: defaultOperators }, language, 'rial');

  test.each(stored)('%s', (step) => {
    const text = stepText(format, step);
    expect(text).not.toMatch(/payment-(step|answer|reason)-/);
    // A provider's code may be a word.
    if (language !== 'en') expect(text.replace('failed', '')).not.toMatch(/[a-z]/i);
  });

  test("an owner's own words and a note stay as they are", () => {
    expect(stepText(format, 'no such transfer')).toBe('no such transfer');
    expect(reasonText(format, 'no such transfer')).toBe('no such transfer');
    expect(stepText(format, 'paid back 200000 rials: to their card\nMonday')).toContain('to their card\nMonday');
  });
});
