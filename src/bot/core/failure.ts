import type { Failure } from '../../domain/failure.ts';
import type { Press } from './callback-data.ts';
import { foreign, type View } from './formatter.ts';
import { backRow } from './navigation.ts';
import type { Screen } from './screen.ts';

/** One sentence for each thing that can go wrong, and what to do next. The compiler knows when one is missing. */
export function failureText(view: View, failure: Failure): string {
  switch (failure.code) {
    case 'amount-out-of-range':
      return view.html('failure-amount-out-of-range', { min: view.money(failure.min), max: view.money(failure.max) });
    case 'price-moved':
      return view.html('failure-price-moved', { was: view.money(failure.was), now: view.money(failure.now) });
    case 'wallet-too-small':
      return view.html('failure-wallet-too-small', { missing: view.money(failure.missing) });
    case 'daily-limit':
      return view.html('failure-daily-limit', {
        limit: view.money(failure.limit),
        left: view.money(failure.left),
        anew: view.when(failure.anew),
      });
    case 'offers-refused':
      return view.html('failure-offers-refused', { message: foreign(failure.message) });
    case 'selling-paused':
      return failure.reason === ''
        ? view.html('failure-selling-paused')
        : view.html('failure-selling-paused-why', { reason: foreign(failure.reason) });
    case 'number-invalid':
      return view.html('failure-number-invalid');
    case 'amount-invalid':
      return view.html('failure-amount-invalid');
    case 'period-invalid':
      return view.html('failure-period-invalid');
    case 'product-gone':
      return view.html('failure-product-gone');
    case 'product-changed':
      return view.html('failure-product-changed');
    case 'product-off-sale':
      return view.html('failure-product-off-sale');
    case 'product-not-for-number':
      return view.html('failure-product-not-for-number');
    case 'offer-gone':
      return view.html('failure-offer-gone');
    case 'offers-unavailable':
      return view.html('failure-offers-unavailable');
    case 'order-unknown':
      return view.html('failure-order-unknown');
    case 'order-not-yours':
      return view.html('failure-order-not-yours');
    case 'list-changed':
      return view.html('failure-list-changed');
    case 'order-not-open':
      return view.html('failure-order-not-open');
    case 'quote-expired':
      return view.html('failure-quote-expired');
    case 'invoice-stale':
      return view.html('failure-invoice-stale');
    case 'person-paused':
      return view.html('failure-person-paused', { reason: foreign(failure.reason) });
    case 'person-unknown':
      return view.html('failure-person-unknown');
    case 'invite-invalid':
      return view.html('failure-invite-invalid');
    case 'announcement-unknown':
      return view.html('failure-announcement-unknown');
    case 'announcement-unfit':
      return view.html('failure-announcement-unfit');
    case 'announcing-already':
      return view.html('failure-announcing-already');
    case 'not-allowed':
      return view.html('failure-not-allowed');
  }
}

export const failureScreen = (view: View, failure: Failure, back: Press = { to: 'home' }): Screen => ({
  text: failureText(view, failure),
  keys: [backRow(view, back)],
});
