import { createKeyValue } from '#storage/key-value.ts';
import type { Base } from './assemble-base.ts';
import { createOrderMessages } from './base/outbox/order-messages.ts';
import { createBatches } from './buying/bulk/batches.ts';
import { createCatalogue } from './buying/catalogue/catalogue.ts';
import { createSharedCatalogue } from './buying/catalogue/shared-catalogue.ts';
import { createOffers } from './buying/offers/offers.ts';
import { createOrders } from './buying/orders/orders.ts';
import { createAccountCover, createPricing } from './buying/orders/pricing.ts';
import { createReceiptTokens } from './buying/orders/receipt-tokens.ts';
import { createPayments } from './money/payments/payments.ts';
import { createPrices } from './pricing/prices/prices.ts';
import { createPromoCodes } from './pricing/prices/promo-codes.ts';
import { createPlanning } from './returning/plans/planning.ts';

export type Sales = ReturnType<typeof assembleSales>;

/** What people buy and pay with. */
export function assembleSales(base: Base) {
  const { database, now, balanceWatch, accountPause } = base;
  const onBalance = (balance: number, at: number, wallet: number | null = null) =>
    Promise.all([balanceWatch.onBalance(balance, at, wallet), accountPause.onBalance(balance, at)]);
  const catalogue = base.supplier
    ? createSharedCatalogue({ ...base, of: base.supplier.catalogue, account: base.supplier.account, onBalance })
    : createCatalogue({ ...base, store: createKeyValue(database, 'catalogue', now), onBalance });
  const offers = createOffers({ ...base, store: createKeyValue(database, 'offers', now) });
  const prices = createPrices(base);
  const pricing = createPricing({
    ...base,
    catalogue,
    offers,
    prices,
    accountCover: createAccountCover({ ...base, catalogue }),
  });
  const promoCodes = createPromoCodes({
    ...base,
    links: createKeyValue(database, 'promo-links', now),
    drafts: createKeyValue(database, 'promo-drafts', now),
  });
  const orders = createOrders({ ...base, pricing, promoCodes });
  return {
    catalogue,
    offers,
    prices,
    pricing,
    promoCodes,
    orders,
    orderMessages: createOrderMessages(base),
    receiptTokens: createReceiptTokens(base),
    batches: createBatches({ ...base, pricing, promoCodes }),
    payments: createPayments({
      ...base,
      quotes: orders,
      pricing,
      newId: () => base.randomBytes(16).toString('base64url'),
      payBackDrafts: createKeyValue(database, 'payback', now),
      sentFiles: createKeyValue(database, 'sent-files', now),
      setup: base.paymentSetup,
    }),
    planning: createPlanning({ ...base, catalogue, pricing, quotes: orders }),
  };
}
