import type { OnlineMethod } from '#domain/payment.ts';
import type { PaymentProvider, Unverified } from '#payments/provider.ts';
import type { Database } from '#storage/database.ts';

/** What a provider took and this shop knows nothing of. It is not credited. */
export interface UnknownPayment extends Unverified {
  /** Made for the address of this shop; else another shop may use the same account, or this one had another address. */
  readonly isOurs: boolean;
}

export interface UnknownPaymentsOf {
  readonly method: OnlineMethod;
  /** `no-list`: the provider has none of unverified payments. `no-answer`: ask again. */
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

/** Asks each provider for its list. `patiently` may give up: null. */
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
