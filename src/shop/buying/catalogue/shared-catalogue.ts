import type { Rials } from '#domain/money.ts';
import { errorMessage, type Log } from '#log.ts';
import type { Catalogue } from './catalogue.ts';

export interface SupplierAccount {
  /** The balance there; negative if we owe money. */
  readonly wallet: number;
  /** What we can spend today, with credit and limits. Null for an owner there, who has no limit. */
  readonly spendable: Rials | null;
}

interface SharedCatalogueDeps {
  /** The catalogue of the parent shop. */
  readonly of: Catalogue;
  /** Our account there; null while it refuses us. */
  readonly account: () => Promise<SupplierAccount | null>;
  readonly onBalance: (balance: Rials, at: number, wallet: number) => Promise<unknown>;
  readonly log: Log;
  readonly now: () => number;
  readonly everyMs?: number;
}

/** The products that another shop of this process holds, with our own account there. */
export function createSharedCatalogue(deps: SharedCatalogueDeps): Catalogue {
  const { of, onBalance, log, now, everyMs = 60_000 } = deps;
  let known: SupplierAccount | null = null;
  let balanceAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const at = now();
    try {
      const account = await deps.account();
      if (account === null) return false;
      known = account;
      balanceAt = at;
      if (account.spendable !== null) await onBalance(account.spendable, at, account.wallet);
      return true;
    } catch (error) {
      log.warn({ problem: errorMessage(error) }, 'balance not read');
      return false;
    }
  }

  const askBalance = (): Promise<boolean> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  const status = () => ({
    ...of.status(),
    balance: known?.spendable ?? null,
    wallet: known?.wallet ?? null,
    balanceAt,
  });

  return {
    ...of,
    status,
    askBalance,
    refresh: async () => {
      await Promise.all([of.refresh(), askBalance()]);
      return status();
    },
    start: async () => {
      timer = setInterval(askBalance, everyMs).unref();
      await askBalance();
    },
    stop: async () => {
      clearInterval(timer);
      await asking;
    },
  };
}
