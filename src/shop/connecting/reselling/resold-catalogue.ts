import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Offer } from '#domain/offer.ts';
import type { Product } from '#domain/product.ts';
import { priceOfBase } from '#domain/quote.ts';
import { err, type Result } from '#domain/result.ts';
import type { FilterQuery, ListQuery } from '#gateway/product-query.ts';
import { type DailyLimit, todayOf } from '#shop/base/wallet/daily-limit.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { SupplierAccount } from '#shop/buying/catalogue/shared-catalogue.ts';
import type { Offers } from '#shop/buying/offers/offers.ts';
import type { Pricing } from '#shop/buying/orders/pricing.ts';
import type { Prices } from '#shop/pricing/prices/prices.ts';
import type { Database } from '#storage/database.ts';

export type ResoldCatalogue = ReturnType<typeof createResoldCatalogue>;

interface ResoldCatalogueDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly catalogue: Pick<Catalogue, 'products' | 'status'>;
  readonly offers: Pick<Offers, 'ask'>;
  readonly prices: Pick<Prices, 'forBuyer'>;
  readonly wallet: Pick<Wallet, 'read'>;
  readonly dailyLimit: Pick<DailyLimit, 'today'>;
  readonly pricing: Pick<Pricing, 'refusalFor'>;
  readonly vatPercent: number;
}

/** What agents can buy through the API: the shop's products at the gateway's list price. */
export function createResoldCatalogue(deps: ResoldCatalogueDeps) {
  const { database, now, catalogue, offers, prices, wallet, dailyLimit, pricing, vatPercent } = deps;
  let sorted: { readonly of: readonly Product[]; readonly byPosition: readonly Product[] } | null = null;

  /** Products in the gateway's order, then by id. */
  function byPosition(): readonly Product[] {
    const products = catalogue.products();
    if (sorted?.of !== products)
      sorted = { of: products, byPosition: products.toSorted((one, other) => one.order - other.order) };
    return sorted.byPosition;
  }

  /** False just after the start of the process. */
  const isLoaded = (): boolean => catalogue.status().asOf !== null;

  const list = ({ order }: Pick<ListQuery, 'order'>): readonly Product[] =>
    order === 'id' ? catalogue.products() : byPosition();

  function filter({ name, simType, type, operatorId }: FilterQuery): readonly Product[] {
    const pattern = name === undefined ? null : new RegExp(RegExp.escape(name), 'iu');
    return byPosition().filter(
      (product) =>
        (operatorId === undefined || product.operatorId === operatorId) &&
        (type === undefined || product.type === type) &&
        (simType === undefined || product.simType === simType) &&
        (pattern === null || pattern.test(product.name)),
    );
  }

  /** What this agent's wallet pays for a product. A product with a range of prices counts with the lowest. */
  async function chargesOf(personId: number): Promise<(product: Product) => Rials> {
    const chargeFor = await prices.forBuyer(personId);
    return ({ price, maxPrice, operatorId, type }) => {
      const total = maxPrice === null ? priceOfBase(price, vatPercent).total : price;
      return chargeFor(total, { operatorId, productType: type }).charge;
    };
  }

  /**
   * What this agent can spend today: the balance with credit, minus holds, within the daily limits. `limit` is that of
   * the API.
   */
  const balanceOf = async (personId: number, limit: Rials | null = null): Promise<Rials> =>
    (await accountOf(personId, limit)).spendable ?? 0;

  /** What this agent can spend, and the balance of the wallet, which is negative after buying on credit. */
  async function accountOf(personId: number, limit: Rials | null = null): Promise<SupplierAccount> {
    const byApi = limit === null ? null : todayOf(database.db, { personId, limit, at: now(), source: 'api' });
    const [{ balance, available }, ...days] = await Promise.all([
      wallet.read(personId),
      dailyLimit.today(personId),
      byApi,
    ]);
    if (available === null) return { wallet: balance, spendable: null };
    const left = days.map((day) => day?.left ?? Number.POSITIVE_INFINITY);
    return { wallet: balance, spendable: Math.max(0, Math.min(available, ...left)) };
  }

  async function offersOf(mobile: string): Promise<Result<readonly Offer[], Failure>> {
    const refusal = pricing.refusalFor(mobile, 'data');
    return refusal ? err(refusal) : offers.ask(mobile);
  }

  return { isLoaded, list, filter, chargesOf, balanceOf, accountOf, offersOf };
}
