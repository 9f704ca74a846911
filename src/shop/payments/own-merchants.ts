import type { Failure } from '#domain/failure.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import type { Result } from '#domain/result.ts';

/** The shop's merchants at payment providers where its owner enters them in chat: an agent's shop has no settings file. */
export interface OwnMerchants {
  /** Methods that have one; null: the shop that this one belongs to does not allow them. */
  methods(): Promise<readonly OnlineMethod[] | null>;
  /** Null: none any more. */
  set(method: OnlineMethod, merchant: string | null): Promise<Result<boolean, Failure>>;
}
