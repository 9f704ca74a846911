import type { Rials } from '#domain/money.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import type { Result } from '#domain/result.ts';

/** What a provider needs to take a payment. `id` is ours and random; addresses contain nothing else. */
export interface PaymentRequest {
  readonly id: string;
  readonly amount: Rials;
  readonly description: string;
  readonly callbackUrl: string;
}

export interface Begun {
  /** The provider's id of the payment (`authority`, `trackId`), unique at the provider. */
  readonly reference: string;
}

/** Why a payment did not begin. Nothing has been paid in any of these cases. */
export type BeginFailure =
  /** The provider refuses our account, address or request. Only the owner can fix this. */
  | { readonly kind: 'misconfigured'; readonly why: string }
  /** No answer, or one that asks to try later. */
  | { readonly kind: 'unavailable'; readonly why: string };

/** The provider's answer about a payment. Only `paid` moves money. */
export type Verification =
  | {
      readonly kind: 'paid';
      /** Null if the provider compared the amount with ours and does not name it. */
      readonly amount: Rials | null;
      /** The bank's number for the payer's own records. */
      readonly receipt: string | null;
      /** Masked by the provider: 6037-99**-****-1234. */
      readonly card: string | null;
    }
  /** Not paid so far. */
  | { readonly kind: 'unpaid' }
  /** Paid, then given back by the provider or the bank. */
  | { readonly kind: 'reversed' }
  /**
   * The provider took another amount, which it may name, or does not know the payment. An owner must look; the bot does
   * not retry.
   */
  | { readonly kind: 'mismatch'; readonly why: string; readonly paid: Rials | null }
  /** No definite answer. Ask again later. */
  | { readonly kind: 'unsure'; readonly why: string };

/** A payment that the provider took and that we have not verified yet. */
export interface Unverified {
  readonly reference: string;
  readonly amount: Rials;
  readonly callbackUrl: string | null;
  /** As the provider writes it, in an unknown time zone. */
  readonly date: string | null;
}

/** What a provider's client needs. */
export interface ProviderAccount {
  readonly merchant: string;
  /** Has no slash at the end. */
  readonly url: string;
  readonly deadlineMs?: number;
}

export interface PaymentProvider {
  readonly method: OnlineMethod;
  readonly capabilities: {
    /** Whether `listUnverified` works. */
    readonly listsUnverified: boolean;
  };
  begin(request: PaymentRequest): Promise<Result<Begun, BeginFailure>>;
  /** The address where the payer pays. */
  payUrl(reference: string): string;
  /** Asks and settles in one call: after `paid`, the money is ours. Asking again gives the same answer. */
  verify(payment: { readonly reference: string; readonly amount: Rials }): Promise<Verification>;
  /** Null if the provider has no such list or does not answer. */
  listUnverified(): Promise<readonly Unverified[] | null>;
  /** Ends calls in flight, which then report no answer. */
  close(): Promise<void>;
}
