import type { OnlineMethod } from '#domain/payment.ts';
import type { PaymentProvider, Unverified } from '#payments/provider.ts';
import type { Database } from '#storage/database.ts';

/** A payment that a provider took and this shop does not know. Nothing is credited for it. */
export interface UnknownPayment extends Unverified {
  /** True if it was made for this shop's address; otherwise it may belong to another shop with the same account. */
  readonly isOurs: boolean;
}

export interface UnknownPaymentsOf {
  readonly method: OnlineMethod;
  /** `no-list`: the provider cannot list unverified payments. `no-answer`: ask again. */
  readonly payments: readonly UnknownPayment[] | 'no-list' | 'no-answer';
}

interface UnknownPaymentsDeps {
  readonly database: Database;
  readonly providers: readonly PaymentProvider[];
  readonly publicUrl: string | null;
}

export type UnknownPayments = ReturnType<typeof createUnknownPayments>;

type Listing = readonly Unverified[] | null;

/** Other shops, also those of agents under the same address, may use the same account at the provider. */
export const isForAddress = ({ callbackUrl }: Unverified, publicUrl: string | null): boolean =>
  publicUrl !== null && callbackUrl?.startsWith(`${publicUrl}/pay/`) === true;

/** Asks each provider for its list. `patiently` returns null when it gives up. */
export function createUnknownPayments({ database, providers, publicUrl }: UnknownPaymentsDeps) {
  async function unknownOf(method: OnlineMethod, listed: readonly Unverified[]): Promise<UnknownPayment[]> {
    if (listed.length === 0) return [];
    const rows = await database.db
      .selectFrom('payments')
      .select('reference')
      .where('method', '=', method)
      .where(
        'reference',
        'in',
        listed.map(({ reference }) => reference),
      )
      .execute();
    const knownReferences = new Set(rows.map(({ reference }) => reference));
    return listed
      .filter(({ reference }) => !knownReferences.has(reference))
      .map((one) => ({ ...one, isOurs: isForAddress(one, publicUrl) }))
      .sort((one, other) => Number(other.isOurs) - Number(one.isOurs));
  }

  return (patiently: (listing: Promise<Listing>) => Promise<Listing>): Promise<UnknownPaymentsOf[]> =>
    Promise.all(
      providers.map(async ({ method, capabilities, listUnverified }) => {
        if (!capabilities.listsUnverified) return { method, payments: 'no-list' } as const;
        const listing = await patiently(listUnverified());
        return { method, payments: listing === null ? ('no-answer' as const) : await unknownOf(method, listing) };
      }),
    );
}
