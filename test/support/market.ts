import type { Offer } from '#domain/offer.ts';
import type { Product } from '#domain/product.ts';
import { ok } from '#domain/result.ts';
import type { Gateway, PurchaseRequest } from '#gateway/gateway.ts';

/** What changed at the gateway since the catalogue was loaded, and what was sent to it. */
export interface Market {
  readonly products: Map<number, Partial<Pick<Product, 'price' | 'maxPrice' | 'onSale' | 'name' | 'days'>> | 'gone'>;
  readonly offers: Map<string, Partial<Pick<Offer, 'amount'>> | 'gone'>;
  /** Every purchase attempt, in order. */
  readonly sent: PurchaseRequest[];
  /** Runs after an answer of the gateway, before the shop gets it. */
  afterPurchase: () => Promise<void>;
  /** The same for an answer about products. */
  afterPrices: () => Promise<void>;
}

export const createMarket = (): Market => ({
  products: new Map(),
  offers: new Map(),
  sent: [],
  afterPurchase: () => Promise.resolve(),
  afterPrices: () => Promise.resolve(),
});

/** The real gateway with changing prices. */
export function onMarket(gateway: Gateway, market: Market): Gateway {
  return {
    ...gateway,
    filterProducts: async (query, options) => {
      const answer = await gateway.filterProducts(query, options);
      await market.afterPrices();
      return answer.ok
        ? ok({ ...answer.value, products: changed(answer.value.products, ({ id }) => market.products.get(id)) })
        : answer;
    },
    personalOffers: async (mobile, options) => {
      const answer = await gateway.personalOffers(mobile, options);
      return answer.ok
        ? ok({ ...answer.value, offers: changed(answer.value.offers, ({ code }) => market.offers.get(code)) })
        : answer;
    },
    buyPackage: async (request, options) => {
      market.sent.push(request);
      const answer = await gateway.buyPackage(request, options);
      await market.afterPurchase();
      return answer;
    },
  };
}

function changed<T extends object>(items: readonly T[], change: (item: T) => object | 'gone' | undefined): T[] {
  return items.flatMap((item) => {
    const changes = change(item);
    return changes === 'gone' ? [] : [{ ...item, ...changes }];
  });
}
