import { createBatches } from '#shop/bulk/batches.ts';
import { createCatalogue } from '#shop/catalogue/catalogue.ts';
import { createOffers } from '#shop/offers/offers.ts';
import { createOrders } from '#shop/orders/orders.ts';
import { createPricing } from '#shop/orders/pricing.ts';
import { createReceiptTokens } from '#shop/orders/receipt-tokens.ts';
import { createOrderMessages } from '#shop/outbox/order-messages.ts';
import { createPayments } from '#shop/payments/payments.ts';
import { createPlanning } from '#shop/plans/planning.ts';
import { createPrices } from '#shop/prices/prices.ts';
import { createPromoCodes } from '#shop/prices/promo-codes.ts';
import { createKeyValue } from '#storage/key-value.ts';
import type { Base } from './shop-base.ts';

/** What people buy and pay with. */
export function assembleSales(base: Base) {
  const { database, now, balanceWatch, accountPause } = base;
  const catalogue = createCatalogue({
    ...base,
    store: createKeyValue(database, 'catalogue', now),
    onBalance: (balance, at) => Promise.all([balanceWatch.onBalance(balance, at), accountPause.onBalance(balance, at)]),
  });
  const offers = createOffers({ ...base, store: createKeyValue(database, 'offers', now) });
  const prices = createPrices(base);
  const pricing = createPricing({ ...base, catalogue, offers, prices });
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
      setup: base.paymentSetup,
    }),
    planning: createPlanning({ ...base, catalogue, pricing, quotes: orders }),
  };
}
