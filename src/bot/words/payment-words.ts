import type { Formatter } from '#bot/kit/formatter.ts';
import { paymentSteps, readAskedStep, readProblem } from '#domain/payment.ts';

/** What is stored as a payment's problem, in words. */
export function problemText(format: Formatter, storedProblem: string): string {
  const problem = readProblem(storedProblem);
  switch (problem.code) {
    case 'words':
      return providerText(format, problem.words);
    case 'other-amount':
      return format.plain('payment-problem-other-amount', { amount: format.money(problem.paid) });
    case 'restored':
      return format.plain('payment-problem-restored');
    case 'refused-but-paid':
      return format.plain('payment-problem-refused-but-paid');
  }
}

/** What our clients of the providers write, by its beginning. */
const providerWords = [
  [/^(?:code|result|status) .*inquiry says paid$/, 'contradiction'],
  [/^(?:code|result|status) (\S+)$/, 'code'],
  [/^misconfigured: (?:(?:code|result) )?(.+)$/, 'refusal'],
  [/^blocked: /, 'blocked'],
  [/^(?:answer|the transaction) (?:is|cannot)/, 'unreadable'],
  [/^(?:no answer in|connection failed)/, 'silence'],
  [/^verified, but no amount is named$/, 'no-amount'],
  [/^another amount was paid$/, 'other-amount'],
  [/^paid by another person$/, 'other-payer'],
] as const;

/** An owner's own words stay as they are. */
function providerText(format: Formatter, words: string): string {
  for (const [pattern, name] of providerWords) {
    const match = pattern.exec(words);
    if (match) return format.plain(`payment-answer-${name}`, { code: format.code(match[1] ?? '') });
  }
  return words;
}

/** Ours have sentences; an owner's own words are shown as they are. */
const ownReasons: readonly string[] = [
  'unavailable',
  'misconfigured',
  'blocked',
  'reversed',
  'not-found',
  'unreadable',
  'wrong-amount',
];

export const reasonText = (format: Formatter, reason: string): string =>
  ownReasons.includes(reason) ? format.plain(`payment-reason-${reason}`) : reason;

const stepNames: ReadonlyMap<string, string> = new Map(
  Object.entries(paymentSteps).map(([name, stored]) => [stored, name]),
);

/** A line of a payment's trail, which is stored in English. */
export function stepText(format: Formatter, stored: string): string {
  const name = stepNames.get(stored);
  if (name !== undefined) return format.plain(`payment-step-${name}`);
  if (readAskedStep(stored) !== null) return format.plain('payment-step-asked');
  const [, credited] = /^approved with (\d+) rials$/.exec(stored) ?? [];
  if (credited !== undefined)
    return format.plain('payment-step-approved-with', { amount: format.money(Number(credited)) });
  const [, paidBack, note = ''] = /^paid back (\d+) rials: (.*)$/s.exec(stored) ?? [];
  if (paidBack !== undefined)
    return format.plain('payment-step-paid-back', { amount: format.money(Number(paidBack)), note });
  return reasonText(format, problemText(format, stored));
}
