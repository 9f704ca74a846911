import type { Database } from '../../storage/database.ts';
import type { Selling } from '../selling/selling.ts';
import type { Signal } from '../settling/signal.ts';
import type { Spending } from '../wallet/spending.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { createConfirming } from './confirming.ts';
import { createHistory } from './history.ts';
import { createPast } from './past.ts';
import type { Pricing } from './pricing.ts';
import { createQuotes } from './quotes.ts';

export type Orders = ReturnType<typeof createOrders>;

export interface OrdersDeps {
  readonly database: Database;
  readonly pricing: Pricing;
  readonly wallet: Wallet;
  readonly spending: Spending;
  readonly selling: Selling;
  readonly quoteMinutes: number;
  readonly now: () => number;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly newKey: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** From a price to a confirmed order, and everything one may ask about it afterwards. */
export function createOrders(deps: OrdersDeps) {
  const quotes = createQuotes(deps);
  return { ...quotes, ...createConfirming({ ...deps, quotes }), ...createHistory(deps), ...createPast(deps) };
}
