import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { AccountPause } from '#shop/base/sales-pause/account-pause.ts';
import type { Catalogue, CatalogueStatus } from '#shop/buying/catalogue/catalogue.ts';
import type { Database } from '#storage/database.ts';

interface AccountCoverDeps {
  readonly database: Database;
  /** Null if this shop buys from the gateway itself. */
  readonly supplier: object | null;
  readonly catalogue: Pick<Catalogue, 'askBalance'> & { status(): Pick<CatalogueStatus, 'balance' | 'wallet'> };
  readonly accountPause: Pick<AccountPause, 'begin'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

/** Our cost, or the total if the commission is unknown. */
interface Costing {
  readonly cost: Rials | null;
  readonly total: Rials;
}

export type AccountCover = ReturnType<typeof createAccountCover>;

/** How long to wait for the balance: briefly, because the parent shop runs in this process. */
const balanceMs = 3_000;

/** Compares a purchase with our account at the parent shop before anybody pays for it. */
export function createAccountCover(deps: AccountCoverDeps) {
  const { database, supplier, catalogue, accountPause, alertsDue, now } = deps;

  /** Null if the account covers the purchase, or if the account is unknown and the purchase itself decides. */
  return async (...items: readonly Costing[]): Promise<Failure | null> => {
    if (supplier === null || !(await catalogue.askBalance(balanceMs))) return null;
    const account = catalogue.status();
    const needed = items.reduce((sum, { cost, total }) => sum + (cost ?? total), 0);
    if (account.balance === null || account.balance >= needed) return null;
    await database.transaction((tx) => accountPause.begin(tx, needed, account, now()));
    alertsDue.notify();
    return { code: 'shop-short' };
  };
}
