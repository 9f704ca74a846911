import type { Failure } from '../../domain/failure.ts';
import type { Action } from './action.ts';
import { type Formatter, foreign } from './formatter.ts';
import { backRow, home } from './navigation.ts';
import type { Reply } from './request.ts';
import type { Screen } from './screen.ts';

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
      return format.html('failure-daily-limit', {
        limit: format.money(failure.limit),
        left: format.money(failure.left),
        anew: format.when(failure.anew),
      });
    case 'offers-refused':
      return format.html('failure-offers-refused', { message: foreign(failure.message) });
    case 'selling-paused':
      return failure.reason === ''
        ? format.html('failure-selling-paused')
        : format.html('failure-selling-paused-why', { reason: foreign(failure.reason) });
    case 'number-invalid':
      return format.html('failure-number-invalid');
    case 'amount-invalid':
      return format.html('failure-amount-invalid');
    case 'period-invalid':
      return format.html('failure-period-invalid');
    case 'product-gone':
      return format.html('failure-product-gone');
    case 'product-changed':
      return format.html('failure-product-changed');
    case 'product-off-sale':
      return format.html('failure-product-off-sale');
    case 'product-not-for-number':
      return format.html('failure-product-not-for-number');
    case 'offer-gone':
      return format.html('failure-offer-gone');
    case 'offers-unavailable':
      return format.html('failure-offers-unavailable');
    case 'order-unknown':
      return format.html('failure-order-unknown');
    case 'order-not-yours':
      return format.html('failure-order-not-yours');
    case 'list-changed':
      return format.html('failure-list-changed');
    case 'order-not-open':
      return format.html('failure-order-not-open');
    case 'quote-expired':
      return format.html('failure-quote-expired');
    case 'invoice-stale':
      return format.html('failure-invoice-stale');
    case 'person-paused':
      return format.html('failure-person-paused', { reason: foreign(failure.reason) });
    case 'person-unknown':
      return format.html('failure-person-unknown');
    case 'invite-invalid':
      return format.html('failure-invite-invalid');
    case 'question-expired':
      return format.html('failure-question-expired');
    case 'announcement-unknown':
      return format.html('failure-announcement-unknown');
    case 'announcement-unfit':
      return format.html('failure-announcement-unfit');
    case 'announcing-already':
      return format.html('failure-announcing-already');
    case 'payment-unknown':
      return format.html('failure-payment-unknown');
    case 'payment-not-open':
      return format.html('failure-payment-not-open');
    case 'payment-unavailable':
      return format.html('failure-payment-unavailable');
    case 'method-closed':
      return format.html('failure-method-closed');
    case 'card-invalid':
      return format.html('failure-card-invalid');
    case 'not-allowed':
      return format.html('failure-not-allowed');
  }
}

export const failureScreen = (format: Formatter, failure: Failure, back: Action = home()): Screen => ({
  text: failureText(format, failure),
  keys: [backRow(format, back)],
});

export const failureReply = (format: Formatter, failure: Failure, back?: Action): Reply => ({
  screen: failureScreen(format, failure, back),
  failure,
});
