import { dayOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { isForItem, type Sellable } from '#domain/price.ts';
import { type Product, simTypes } from '#domain/product.ts';
import { priceOfBase } from '#domain/quote.ts';
import type { Catalogue } from '#shop/catalogue/catalogue.ts';
import type { Reports } from './reports.ts';

/** Something that is sold, and its total. */
export interface SaleExample extends Sellable {
  /** Null: the catalogue has none of it; personal offers are not in it. */
  readonly product: Product | null;
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
/** The example for products whose buyer names the amount. */
const usualAmount: Rials = 1_000_000;
const lastPage = Number.MAX_SAFE_INTEGER;

/** Real things that prices are tried on. */
export function createSaleExamples({ catalogue, reports, vatPercent, now }: SaleExamplesDeps) {
  /** `named`: where the buyer names the amount. */
  function example(product: Product, amount: Rials = usualAmount): SoldExample {
    const { operatorId, type: productType, price, maxPrice } = product;
    const total =
      maxPrice === null ? priceOfBase(price, vatPercent).total : Math.min(Math.max(amount, price), maxPrice);
    return { product, operatorId, productType, total };
  }

  /** The best-selling ones that a rule or a code is for: of today; where nothing was sold today, of the last days. */
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

  /** The cheapest and the dearest on sale: a discount that loses on neither loses on nothing between them. */
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
    return examples.length > 0 ? examples : [{ operatorId, productType, product: null, total: usualAmount }];
  }

  return { soldLately, extremes };
}
