import { unclearAmounts } from '#domain/amount.ts';
import type { Failure, FailureCode } from '#domain/failure.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Action } from './action.ts';
import { type Formatter, isolated, untrusted } from './formatter.ts';
import { backRow, home, support } from './navigation.ts';
import type { Answer } from './question.ts';
import type { BotRequest, Reply } from './request.ts';
import { type Button, button, lines, type Screen } from './screen.ts';

type WithoutParameters<F> = F extends { code: string } ? (Exclude<keyof F, 'code'> extends never ? F : never) : never;

export function failureText(format: Formatter, failure: Failure): string {
  switch (failure.code) {
    case 'amount-out-of-range':
      return lines(
        format.html('failure-amount-out-of-range', { min: format.money(failure.min), max: format.money(failure.max) }),
        failure.nearest === undefined ? null : format.html('amount-nearest', { amount: format.money(failure.nearest) }),
      );
    case 'amount-unclear': {
      const [first = 0, second = first] = failure.amounts;
      return format.html('failure-amount-unclear', { first: format.money(first), second: format.money(second) });
    }
    case 'number-short':
      return format.html('failure-number-short', { missing: failure.missing });
    case 'number-long':
      return format.html('failure-number-long', { extra: failure.extra });
    case 'number-prefix':
      return format.html('failure-number-prefix', { prefix: failure.prefix });
    case 'price-moved':
      return format.html('failure-price-moved', { was: format.money(failure.was), now: format.money(failure.now) });
    case 'wallet-too-small':
      return format.html('failure-wallet-too-small', { missing: format.money(failure.missing) });
    case 'daily-limit':
    case 'staff-limit':
      return format.html(`failure-${failure.code}`, {
        limit: format.money(failure.limit),
        left: format.money(failure.left),
        anew: format.when(failure.anew),
      });
    case 'api-tokens-too-many':
    case 'bots-too-many':
    case 'shop-name-invalid':
    case 'welcome-invalid':
      return format.html(`failure-${failure.code}`, { most: failure.most });
    case 'api-addresses-invalid': {
      const { most } = failure;
      const examples = { address: isolated('203.0.113.7'), network: isolated('203.0.113.0/24') };
      return format.html('failure-api-addresses-invalid', { ...examples, most });
    }
    case 'list-lines':
      return format.html('failure-list-lines', { count: failure.count });
    case 'api-price':
      return format.html('failure-api-price', { price: format.money(failure.price) });
    case 'api-field':
      return format.html('failure-api-field', { field: failure.field });
    case 'offers-refused':
      return format.html('failure-offers-refused', { message: untrusted(failure.message) });
    case 'selling-paused':
      return failure.reason === ''
        ? format.html('failure-selling-paused')
        : format.html('failure-selling-paused-why', { reason: untrusted(failure.reason) });
    case 'person-paused':
      return failure.reason === settlementPause
        ? format.html('failure-settlement-paused')
        : format.html('failure-person-paused', { reason: untrusted(failure.reason) });
    default: {
      const { code }: WithoutParameters<Failure> = failure;
      return format.html(`failure-${code}`);
    }
  }
}

/** Failures that the person cannot solve alone. */
const askable: readonly FailureCode[] = [
  'offers-unavailable',
  'offers-refused',
  'order-unknown',
  'person-paused',
  'selling-paused',
  'shop-short',
  'payment-unknown',
  'payment-unavailable',
  'slips-enough',
  'method-closed',
];

export const failureScreen = (format: Formatter, failure: Failure, back: Action = home()): Screen => ({
  text: failureText(format, failure),
  keys: [
    ...(askable.includes(failure.code) ? [[button(format.plain('key-support'), support({ order: null }))]] : []),
    backRow(format, back),
  ],
});

export const failureReply = (format: Formatter, failure: Failure, back?: Action): Reply => ({
  screen: failureScreen(format, failure, back),
  failure,
});

/** Why a text is not an amount, for questions that need the whole amount. */
export function amountFailure(text: string): Failure {
  const amounts = unclearAmounts(text);
  return amounts ? { code: 'amount-unclear', amounts } : { code: 'amount-invalid' };
}

/** Keeps the question open. `keys` are answers that one tap gives. */
export const askAgain = (
  { format }: BotRequest,
  failure: Failure,
  back: Action,
  keys: readonly (readonly Button[])[] = [],
): Answer => ({
  kind: 'retry',
  screen: { text: failureText(format, failure), keys: [...keys, backRow(format, back)] },
});
