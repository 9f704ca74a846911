/** `why` is always our own short phrase, so a failure may be logged, stored and shown: no token, key, number or address. */
export type GatewayFailure =
  /** A definite no. */
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  /** Purchases: a definite no, because our own account at the gateway is short. */
  | { readonly kind: 'account-empty'; readonly status: number; readonly message: string }
  /** Purchases: a 2xx whose message misses the success pattern. The owner must decide. */
  | { readonly kind: 'unrecognised'; readonly status: number; readonly message: string }
  /** Our token is refused. */
  | { readonly kind: 'unauthorized'; readonly status: number }
  /** Purchases: it is unknown whether it was bought. Only a repeat with the same key can tell. */
  | { readonly kind: 'unsure'; readonly why: string; readonly retryAfterMs: number | null }
  /** Reads: worth a retry. */
  | { readonly kind: 'unavailable'; readonly why: string; readonly retryAfterMs: number | null }
  /** Reads: an answer that the API does not describe. */
  | { readonly kind: 'malformed'; readonly why: string };

export type ReadFailure = Exclude<GatewayFailure, { kind: 'unsure' | 'unrecognised' | 'account-empty' }>;

export type PurchaseFailure = Exclude<GatewayFailure, { kind: 'unavailable' | 'malformed' }>;
