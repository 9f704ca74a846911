import type { Failure, FailureCode } from '#domain/failure.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Action } from './action.ts';
import { type Formatter, untrusted } from './formatter.ts';
import { backRow, home, support } from './navigation.ts';
import type { Answer } from './question.ts';
import type { BotRequest, Reply } from './request.ts';
import { button, lines, type Screen } from './screen.ts';

type WithoutParameters<F> = F extends { code: string } ? (Exclude<keyof F, 'code'> extends never ? F : never) : never;

export function failureText(format: Formatter, failure: Failure): string {
  switch (failure.code) {
    case 'amount-out-of-range':
      return format.html('failure-amount-out-of-range', {
        min: format.money(failure.min),
        max: format.money(failure.max),
      });
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

/** Troubles that the person cannot mend alone. */
const askable: readonly FailureCode[] = [
  'offers-unavailable',
  'offers-refused',
  'order-unknown',
  'person-paused',
  'selling-paused',
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

/** The question stays open for a few attempts. */
export function askAgain({ format }: BotRequest, failure: Failure, back: Action): Answer {
  const text = failureText(format, failure);
  return {
    kind: 'retry',
    screen: { text, keys: [backRow(format, back)] },
    // Back leads to what was chosen so far, so nothing has to be given again.
    enough: { text: lines(text, format.html('tries-over')), keys: [backRow(format, back)] },
  };
}
