/**
 * Every way a call can end other than well, as plain data. `why` is always one of our own short sentences, so a failure
 * may be logged, stored and shown to the owner: it holds no token, key, number or address.
 */
export type GatewayFailure =
  /** A definite no, in the gateway's words. */
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  /** Purchases alone: a definite no, because our own account at the gateway is short. */
  | { readonly kind: 'account-empty'; readonly status: number; readonly message: string }
  /** Purchases alone: a 2xx in words that the owner did not name as success. A person must find out what they mean. */
  | { readonly kind: 'unrecognised'; readonly status: number; readonly message: string }
  /** Our token is not accepted: nothing works until the owner changes it. */
  | { readonly kind: 'unauthorized'; readonly status: number }
  /** Purchases alone: bought or not, nobody knows yet. Only the same key again can tell. */
  | { readonly kind: 'unsure'; readonly why: string; readonly retryAfterMs: number | null }
  /** Reads alone: no answer worth reading; later may be better. */
  | { readonly kind: 'unavailable'; readonly why: string; readonly retryAfterMs: number | null }
  /** Reads alone: an answer came, but not one that the API describes. */
  | { readonly kind: 'malformed'; readonly why: string };

export type ReadFailure = Exclude<GatewayFailure, { kind: 'unsure' | 'unrecognised' | 'account-empty' }>;

export type PurchaseFailure = Exclude<GatewayFailure, { kind: 'unavailable' | 'malformed' }>;
