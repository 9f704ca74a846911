import type { Failure } from '#domain/failure.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import type { Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';

/** Where the shop that this one belongs to keeps them. */
export interface MerchantStore {
  /** Methods that have one; null: the shop that this one belongs to does not allow them. */
  methods(): Promise<readonly OnlineMethod[] | null>;
  /** Null: none any more. False: nothing changed. */
  set(method: OnlineMethod, merchant: string | null): Promise<Result<boolean, Failure>>;
}

/** The shop's merchants at payment providers where its owner enters them in chat: an agent's shop has no settings file. */
export const createOwnMerchants = (
  { methods, set }: MerchantStore,
  { audit, database }: { readonly audit: Audit; readonly database: Database },
) => ({
  methods,
  async set(by: number, method: OnlineMethod, merchant: string | null): Promise<Result<boolean, Failure>> {
    const change = await set(method, merchant);
    // The other shop has it in its own audit trail, in another database.
    if (change.ok && change.value)
      await audit.write(database.db, { actorId: by, action: 'bot-merchant', personId: by, details: {} });
    return change;
  },
});
