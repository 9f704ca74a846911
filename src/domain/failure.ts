import type { Rials } from './money.ts';

/** Expected failures as plain data. Each code has a text in every locale. */
export type Failure =
  | { readonly code: 'number-invalid' }
  | { readonly code: 'number-short'; readonly missing: number }
  | { readonly code: 'number-long'; readonly extra: number }
  | { readonly code: 'number-landline' }
  | { readonly code: 'number-foreign' }
  | { readonly code: 'number-prefix'; readonly prefix: string }
  | { readonly code: 'number-missing' }
  | { readonly code: 'amount-out-of-range'; readonly min: Rials; readonly max: Rials; readonly nearest?: Rials }
  | { readonly code: 'amount-unclear'; readonly amounts: readonly Rials[] }
  | { readonly code: 'amount-invalid' }
  | { readonly code: 'period-invalid' }
  | { readonly code: 'product-gone' }
  | { readonly code: 'product-off-sale' }
  | { readonly code: 'product-changed' }
  | { readonly code: 'product-not-for-number' }
  | { readonly code: 'number-only-tdlte' }
  | { readonly code: 'offer-gone' }
  | { readonly code: 'offers-unavailable' }
  | { readonly code: 'offers-refused'; readonly message: string }
  | { readonly code: 'order-unknown' }
  | { readonly code: 'order-not-yours' }
  | { readonly code: 'order-not-open' }
  | { readonly code: 'list-changed' }
  | { readonly code: 'bought-meanwhile' }
  | { readonly code: 'quote-expired' }
  | { readonly code: 'price-moved'; readonly was: Rials; readonly now: Rials }
  | { readonly code: 'invoice-stale' }
  | { readonly code: 'wallet-too-small'; readonly missing: Rials }
  | { readonly code: 'daily-limit'; readonly limit: Rials; readonly left: Rials; readonly anew: number }
  | { readonly code: 'selling-paused'; readonly reason: string }
  /** Our account at the gateway cannot pay for this item now. */
  | { readonly code: 'shop-short' }
  | { readonly code: 'days-invalid' }
  | { readonly code: 'person-paused'; readonly reason: string }
  | { readonly code: 'person-unknown' }
  | { readonly code: 'invite-invalid' }
  | { readonly code: 'question-expired' }
  | { readonly code: 'announcement-unknown' }
  | { readonly code: 'announcement-unfit' }
  | { readonly code: 'announcing-already' }
  | { readonly code: 'payment-unknown' }
  | { readonly code: 'payment-not-open' }
  | { readonly code: 'payment-unavailable' }
  | { readonly code: 'slips-enough' }
  /** A photo or a file that was sent too long ago. */
  | { readonly code: 'slip-gone' }
  /** A corrected list has another number of lines than the rows to correct. */
  | { readonly code: 'list-lines'; readonly count: number }
  | { readonly code: 'method-closed' }
  | { readonly code: 'card-invalid' }
  | { readonly code: 'percent-invalid' }
  | { readonly code: 'price-rule-unknown' }
  | { readonly code: 'tier-unknown' }
  | { readonly code: 'tier-taken' }
  | { readonly code: 'promo-unknown' }
  | { readonly code: 'promo-unfit' }
  | { readonly code: 'promo-used-up' }
  | { readonly code: 'promo-invalid' }
  | { readonly code: 'promo-spelling' }
  | { readonly code: 'promo-taken' }
  | { readonly code: 'own-wallet' }
  | { readonly code: 'person-unreachable' }
  | { readonly code: 'message-too-long' }
  | { readonly code: 'time-invalid' }
  | { readonly code: 'time-unclear' }
  | { readonly code: 'deletion-blocked' }
  | { readonly code: 'owner-stays' }
  | { readonly code: 'staff-limit'; readonly limit: Rials; readonly left: Rials; readonly anew: number }
  | { readonly code: 'plan-unknown' }
  | { readonly code: 'plan-not-open' }
  | { readonly code: 'plans-too-many' }
  | { readonly code: 'support-text-gone' }
  | { readonly code: 'support-text-invalid' }
  | { readonly code: 'support-text-full' }
  | { readonly code: 'bot-token-refused' }
  | { readonly code: 'bot-unreachable' }
  | { readonly code: 'bot-taken' }
  | { readonly code: 'merchant-invalid' }
  | { readonly code: 'bots-too-many'; readonly most: number }
  | { readonly code: 'api-token-unknown' }
  | { readonly code: 'api-token-unseen' }
  | { readonly code: 'api-tokens-too-many'; readonly most: number }
  | { readonly code: 'api-addresses-invalid'; readonly most: number }
  | { readonly code: 'api-hook-invalid' }
  | { readonly code: 'api-price'; readonly price: Rials }
  | { readonly code: 'api-orders-too-many' }
  | { readonly code: 'api-field'; readonly field: string }
  | { readonly code: 'shop-name-invalid'; readonly most: number }
  | { readonly code: 'welcome-invalid'; readonly most: number }
  | { readonly code: 'picture-unfit' }
  | { readonly code: 'not-allowed' };

export type FailureCode = Failure['code'];
