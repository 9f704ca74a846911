import { createCancelling } from './cancelling.ts';
import { type ConfirmationDeps, createConfirmation } from './confirmation.ts';
import { createOrderHistory } from './order-history.ts';
import { createOrderQueries } from './order-queries.ts';
import { createQuotes, type QuotesDeps } from './quotes.ts';

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(deps: QuotesDeps & Omit<ConfirmationDeps, 'quotes'>) {
  const quotes = createQuotes(deps);
  return {
    ...quotes,
    ...createConfirmation({ ...deps, quotes }),
    ...createCancelling({ ...deps, quotes }),
    ...createOrderQueries(deps),
    ...createOrderHistory(deps),
  };
}
