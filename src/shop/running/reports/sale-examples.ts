import { dayOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { isForItem, type Sellable } from '#domain/price.ts';
import { type Product, simTypes } from '#domain/product.ts';
import { creditLimits, priceOfBase } from '#domain/quote.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { Reports } from './reports.ts';

/** An example of a sale with its total. */
export interface SaleExample extends Sellable {
  /** Null if the catalogue has no such product, as for personal offers. */
  readonly product: Product | null;
  readonly base: Rials;
  /** The amount sent for a product with a range of prices. */
  readonly amount: Rials | null;
  readonly total: Rials;
}

type SoldExample = SaleExample & { readonly product: Product };

export type SaleExamples = ReturnType<typeof createSaleExamples>;

interface SaleExamplesDeps {
  readonly catalogue: Pick<Catalogue, 'product' | 'shelf'>;
  readonly reports: Pick<Reports, 'period'>;
  readonly vatPercent: number;
  readonly now: () => number;
}

const mostShown = 5;
const monthDays = 30;
/** The credit in examples whose buyer names it. */
const usualCredit: Rials = 1_000_000;
const nothing = { product: null, base: usualCredit, amount: null, total: usualCredit } as const;
const lastPage = Number.MAX_SAFE_INTEGER;

/** Finds real products to try prices on. */
export function createSaleExamples({ catalogue, reports, vatPercent, now }: SaleExamplesDeps) {
  /** `credit` applies to products whose buyer names it. */
  function example(product: Product, credit: Rials = usualCredit): SoldExample {
    const { operatorId, type: productType, price, maxPrice } = product;
    const { min, max } = maxPrice === null ? { min: price, max: price } : creditLimits(product, vatPercent);
    const { base, total } = priceOfBase(Math.min(Math.max(credit, min), max), vatPercent);
    return { product, operatorId, productType, base, amount: maxPrice === null ? null : total, total };
  }

  /** Best sellers that a rule or code applies to: today's, or those of the last days if nothing was sold today. */
  async function soldLately(scope: Parameters<typeof isForItem>[0]): Promise<SoldExample[]> {
    const today = dayOf(now());
    for (const from of [today, today - monthDays]) {
      const { byProduct } = await reports.period(null, { from, to: today });
      const products = byProduct.flatMap(({ productId, title }) =>
        title === null ? [] : (catalogue.product(productId) ?? []),
      );
      const examples = products.map((product) => example(product)).filter((one) => isForItem(scope, one));
      if (examples.length > 0) return examples.slice(0, mostShown);
    }
    return [];
  }

  /** The cheapest and the dearest product on sale. A discount that loses on neither loses on nothing in between. */
  function extremes({ operatorId, productType }: Sellable): SaleExample[] {
    const places = simTypes.map((simType) => ({ operatorId, simType, type: productType }));
    const cheapest = places.flatMap((place) => {
      const { products } = catalogue.shelf(place, { sort: 'price' });
      return products.find(({ price }) => price > 0) ?? [];
    });
    const dearest = places.flatMap(
      (place) => catalogue.shelf(place, { sort: 'price', page: lastPage }).products.at(-1) ?? [],
    );
    const examples = [
      ...cheapest.map((product) => example(product, 0)),
      ...dearest.map((product) => example(product, product.maxPrice ?? 0)),
    ];
    return examples.length > 0 ? examples : [{ ...nothing, operatorId, productType }];
  }

  return { soldLately, extremes };
}
