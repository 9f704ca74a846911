import type { Product } from '#domain/product.ts';
import { err, ok } from '#domain/result.ts';
import type { ReadFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import { type CatalogueDeps, createCatalogue } from '#shop/buying/catalogue/catalogue.ts';

export function product(over: Partial<Product> & { id: number }): Product {
  return {
    name: `بسته ${over.id}`,
    nameEn: null,
    description: '',
    type: 'data',
    operatorId: 1,
    simType: 'prepaid',
    price: 1_000,
    maxPrice: null,
    days: null,
    profileId: null,
    onSale: true,
    order: 0,
    categories: [],
    ...over,
  };
}

export const products = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => product({ id: from + at }));

const page = { current: null, last: null, total: null };

/** What the gateway has; with `failure` every call fails. */
export interface Stock {
  products: readonly Product[];
  dropped: number;
  failure: ReadFailure | null;
  /** Honours `pagination: "false"`. */
  whole: boolean;
  /** Pages after this fail. */
  breaksAfter?: number;
  /** The unpaginated answer fails, pages do not. */
  pagesOnly: boolean;
}

export const down: ReadFailure = { kind: 'unavailable', why: 'status 503', retryAfterMs: null };

/** A catalogue with a manual clock, a scripted gateway and manual timers. */
export function open(given: Partial<Stock> = {}, deps: Partial<CatalogueDeps> = {}) {
  const stock: Stock = { products: [], dropped: 0, failure: null, whole: true, pagesOnly: false, ...given };
  const asked: string[] = [];
  const clock = { now: 1_000_000 };
  const timers: { ms: number; run: () => void; off: boolean }[] = [];
  const lines: string[] = [];
  const kept = new Map<string, string>();

  const envelope = (sent: number) => ({
    dropped: stock.dropped,
    droppedCategories: 0,
    balance: 5_000,
    page: { ...page, total: stock.products.length + stock.dropped, last: sent < stock.products.length ? 2 : 1 },
  });
  const gateway: Pick<Gateway, 'allProducts' | 'filterProducts' | 'listProducts'> = {
    async *allProducts(query = {}) {
      asked.push(`pages of ${query.from ?? 'list'}`);
      if (stock.failure) return yield err(stock.failure);
      for (const [nth, one] of stock.products.entries()) {
        if (nth === stock.breaksAfter) return yield err(down);
        yield ok({ ...envelope(1), dropped: 0, products: [one] });
      }
      yield ok({ ...envelope(0), products: [] });
    },
    async listProducts() {
      asked.push('list');
      return stock.failure ? err(stock.failure) : ok({ ...envelope(1), products: stock.products.slice(0, 1) });
    },
    async filterProducts({ name }) {
      if (name === undefined) {
        asked.push('everything');
        if (stock.failure || stock.pagesOnly) return err(stock.failure ?? down);
        const products = stock.whole ? stock.products : stock.products.slice(0, 2);
        return ok({ ...envelope(products.length), products });
      }
      asked.push('filter');
      if (stock.failure) return err(stock.failure);
      const found = stock.products.filter((one) => one.name === name);
      return ok({ ...envelope(stock.products.length), products: found });
    },
  };
  const catalogue = createCatalogue({
    gateway,
    store: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      delete: async (key) => void kept.delete(key),
    },
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    now: () => clock.now,
    random: () => 0.5,
    schedule: (ms, run) => {
      const timer = { ms, run, off: false };
      timers.push(timer);
      return () => {
        timer.off = true;
      };
    },
    ...deps,
  });
  return { catalogue, stock, asked, clock, timers, lines, kept };
}
