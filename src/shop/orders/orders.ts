import type { ProductType } from '../../domain/product.ts';
import type { Database } from '../../storage/database.ts';
import type { Signal } from '../jobs/signal.ts';
import type { PromoCodes } from '../prices/promo-codes.ts';
import type { SalesPause } from '../sales-pause/sales-pause.ts';
import type { DailyLimit } from '../wallet/daily-limit.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { createConfirmation } from './confirmation.ts';
import { createOrderHistory } from './order-history.ts';
import { createOrderQueries } from './order-queries.ts';
import type { Pricing } from './pricing.ts';
import { createQuotes } from './quotes.ts';

export type Orders = ReturnType<typeof createOrders>;

interface OrdersDeps {
  readonly database: Database;
  readonly pricing: Pricing;
  readonly promoCodes?: Pick<PromoCodes, 'apply'>;
  readonly wallet: Wallet;
  readonly dailyLimit: DailyLimit;
  readonly salesPause: SalesPause;
  readonly quoteMinutes: number;
  readonly now: () => number;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly newKey: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly purchaseRoute: (type: ProductType) => string;
}

export function createOrders(deps: OrdersDeps) {
  const quotes = createQuotes(deps);
  return {
    ...quotes,
    ...createConfirmation({ ...deps, quotes }),
    ...createOrderQueries(deps),
    ...createOrderHistory(deps),
  };
}
