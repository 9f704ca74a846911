import type { Failure } from '#domain/failure.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import type { Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';

/** Merchants that the parent shop stores for this shop. */
export interface MerchantStore {
  /** Methods with a merchant; null if the parent shop does not allow merchants. */
  methods(): Promise<readonly OnlineMethod[] | null>;
  /** Null removes the merchant. Returns false if nothing changed. */
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
    // The parent shop records it in its own audit trail, in another database.
    if (change.ok && change.value)
      await audit.write(database.db, { actorId: by, action: 'bot-merchant', personId: by, details: {} });
    return change;
  },
});
