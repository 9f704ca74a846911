import type { Rials } from '#domain/money.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import type { Result } from '#domain/result.ts';

/** What a provider must know to take a payment. `id` is ours: random, and the only thing in addresses. */
export interface PaymentRequest {
  readonly id: string;
  readonly amount: Rials;
  readonly description: string;
  readonly callbackUrl: string;
}

export interface Begun {
  /** The provider's own name for this payment (`authority`, `trackId`); unique at the provider. */
  readonly reference: string;
}

/** Why nothing was begun. Nothing has been paid in any of these cases. */
export type BeginFailure =
  /** The provider refuses our account, our address or our request; only the owner can mend it. */
  | { readonly kind: 'misconfigured'; readonly why: string }
  /** No answer, or one that says to try later. */
  | { readonly kind: 'unavailable'; readonly why: string };

/** The provider's word on a payment. Only `paid` moves money. */
export type Verification =
  | {
      readonly kind: 'paid';
      /** Null: the provider does not name the amount; it compared it with ours. */
      readonly amount: Rials | null;
      /** The bank's number for the payer's own records. */
      readonly receipt: string | null;
      /** Masked by the provider: 6037-99**-****-1234. */
      readonly card: string | null;
    }
  /** Not paid until now; it may still be. */
  | { readonly kind: 'unpaid' }
  /** Paid and given back by the provider or the bank. */
  | { readonly kind: 'reversed' }
  /**
   * The provider took another amount, which it may name, or knows no such payment: never retried by itself, an owner must
   * look.
   */
  | { readonly kind: 'mismatch'; readonly why: string; readonly paid: Rials | null }
  /** No definite answer: ask again later. */
  | { readonly kind: 'unsure'; readonly why: string };

/** A payment that the provider took and that we have not verified yet. */
export interface Unverified {
  readonly reference: string;
  readonly amount: Rials;
  readonly callbackUrl: string | null;
  /** As the provider writes it, which does not say in which time zone. */
  readonly date: string | null;
}

/** What a provider's client is made with. */
export interface ProviderAccount {
  readonly merchant: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly deadlineMs?: number;
}

export interface PaymentProvider {
  readonly method: OnlineMethod;
  readonly capabilities: {
    /** Whether `listUnverified` says anything. */
    readonly listsUnverified: boolean;
  };
  begin(request: PaymentRequest): Promise<Result<Begun, BeginFailure>>;
  /** Where the payer pays. */
  payUrl(reference: string): string;
  /** Asks and settles in one call: after `paid` the provider keeps the money. Asking again gives the same answer. */
  verify(payment: { readonly reference: string; readonly amount: Rials }): Promise<Verification>;
  /** Null where the provider has no such list or does not answer. */
  listUnverified(): Promise<readonly Unverified[] | null>;
  /** Ends calls in flight: they report no answer. */
  close(): Promise<void>;
}
