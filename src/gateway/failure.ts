/**
 * `why` is always our own short phrase without token, key, number or address, so it may be logged, stored and shown.
 */
export type GatewayFailure =
  /** A definite no. */
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  /** Purchases: a definite no, because our own account at the gateway lacks money. */
  | { readonly kind: 'account-empty'; readonly status: number; readonly message: string }
  /** Purchases: a 2xx whose message misses the success pattern. The owner must decide. */
  | { readonly kind: 'unrecognised'; readonly status: number; readonly message: string }
  /** The gateway refuses our token. */
  | { readonly kind: 'unauthorized'; readonly status: number }
  /** Purchases: the outcome is unknown. Only a repeat with the same key can tell. */
  | { readonly kind: 'unsure'; readonly why: string; readonly retryAfterMs: number | null }
  /** Reads: a retry may help. */
  | { readonly kind: 'unavailable'; readonly why: string; readonly retryAfterMs: number | null }
  /** Reads: an answer that the API does not describe. */
  | { readonly kind: 'malformed'; readonly why: string };

export type ReadFailure = Exclude<GatewayFailure, { kind: 'unsure' | 'unrecognised' | 'account-empty' }>;

export type PurchaseFailure = Exclude<GatewayFailure, { kind: 'unavailable' | 'malformed' }>;
