import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Operators } from '#domain/operators.ts';
import { type ItemFacts, isSameItem } from '#domain/order.ts';
import { parseMobile } from '#domain/phone.ts';
import type { Charge } from '#domain/price.ts';
import { offersOperator, type Product, type ProductType, type SimType } from '#domain/product.ts';
import { offerProductId, type Price, priceOfOffer, priceOfProduct } from '#domain/quote.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { misfitOf } from '#domain/sold-to.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { AccountPause } from '#shop/base/sales-pause/account-pause.ts';
import type { Catalogue, CatalogueStatus } from '#shop/buying/catalogue/catalogue.ts';
import type { Offers } from '#shop/buying/offers/offers.ts';
import type { Prices } from '#shop/pricing/prices/prices.ts';
import type { Database } from '#storage/database.ts';
import { intentOf, type Order, type OrderedItem, type PurchaseIntent } from './order.ts';

/** Everything that a quote fixes, except number, key and code. */
export interface Priced extends ItemFacts {
  readonly item: OrderedItem;
  readonly productId: number;
  readonly offer: { readonly code: string; readonly type: string } | null;
  /** What the gateway gets. */
  readonly price: Price;
  /** What the buyer pays for it. */
  readonly charge: Charge;
}

export type Pricing = ReturnType<typeof createPricing>;

/** How long a buyer waits for the price check after Confirm. */
const checkMs = 3_000;

interface PricingDeps {
  readonly catalogue: Pick<Catalogue, 'product' | 'freshProduct'>;
  readonly offers: Pick<Offers, 'find' | 'findFresh'>;
  readonly prices: Pick<Prices, 'forBuyer'>;
  readonly accountCover: AccountCover;
  readonly operators: Operators;
  readonly vatPercent: number;
}

/** The item before the buyer's own price. */
export type Uncharged = Omit<Priced, 'charge'>;

export function createPricing({ catalogue, offers, prices, accountCover, operators, vatPercent }: PricingDeps) {
  const price = async (wanted: PurchaseIntent, buyerId: number): Promise<Result<Priced, Failure>> =>
    charged(await known(wanted), buyerId);

  /** The current price at the gateway. Null without an answer in time; the purchase then decides. */
  async function priceNow(wanted: PurchaseIntent, buyerId: number): Promise<Result<Priced, Failure> | null> {
    const answer = await itemNow(wanted);
    return answer && charged(answer, buyerId);
  }

  async function charged(priced: Result<Uncharged, Failure>, buyerId: number): Promise<Result<Priced, Failure>> {
    if (!priced.ok) return priced;
    const chargeFor = await prices.forBuyer(buyerId);
    return ok({ ...priced.value, charge: chargeFor(priced.value.price.total, priced.value) });
  }

  /** Like `shortage`, for an item without a quote. */
  const shortageFor = ({ charge: { cost }, price: { total } }: Priced): Promise<Failure | null> =>
    accountCover({ cost, total });

  /** Why a number cannot get this type. Also rejects an unparsed number before it becomes a request. */
  function refusalFor(mobile: string, type: ProductType): Failure | null {
    const number = parseMobile(mobile, operators);
    return number.ok && number.value === mobile ? misfitOf(operators, mobile, type) : { code: 'number-invalid' };
  }

  async function known({ item, mobile, simType }: PurchaseIntent): Promise<Result<Uncharged, Failure>> {
    if (item.kind === 'offer') {
      const refusal = refusalFor(mobile, 'data');
      if (refusal) return err(refusal);
      const offer = await offers.find(mobile, item.code, item.type);
      return offer.ok ? ok(pricedOffer(offer.value, simType)) : offer;
    }
    const product = catalogue.product(item.productId);
    return product ? pricedProduct(product, item, mobile) : err({ code: 'product-gone' });
  }

  async function itemNow({ item, mobile, simType }: PurchaseIntent): Promise<Result<Uncharged, Failure> | null> {
    if (item.kind === 'offer') {
      const refusal = refusalFor(mobile, 'data');
      if (refusal) return err(refusal);
      const offer = await offers.findFresh(mobile, item.code, item.type, checkMs);
      if (offer.ok) return ok(pricedOffer(offer.value, simType));
      return offer.error.code === 'offers-unavailable' ? null : offer;
    }
    const product = catalogue.product(item.productId);
    if (!product) return null;
    const refusal = refusalFor(mobile, product.type);
    if (refusal) return err(refusal);
    const answer = await catalogue.freshProduct(product, checkMs);
    switch (answer.kind) {
      case 'found':
        return pricedProduct(answer.product, item, mobile);
      case 'gone':
        return err({ code: 'product-gone' });
      case 'no-answer':
        return null;
    }
  }

  function pricedOffer(offer: Parameters<typeof priceOfOffer>[0], simType: SimType): Uncharged {
    return {
      item: { kind: 'offer', code: offer.code, type: offer.type },
      productId: offerProductId(simType),
      offer: { code: offer.code, type: offer.type },
      profileId: null,
      productType: 'data',
      operatorId: offersOperator,
      simType,
      title: offer.descriptionLocal || offer.name || offer.description,
      titleEn: offer.description || offer.name || null,
      days: offer.days,
      price: priceOfOffer(offer, vatPercent),
    };
  }

  function pricedProduct(
    product: Product,
    item: Extract<OrderedItem, { kind: 'product' }>,
    mobile: string,
  ): Result<Uncharged, Failure> {
    const refusal = refusalFor(mobile, product.type);
    if (refusal) return err(refusal);
    const price = priceOfProduct(product, item, vatPercent);
    if (!price.ok) return price;
    const amount = product.maxPrice === null ? null : price.value.total;
    return ok({
      item: { ...item, amount },
      productId: product.id,
      offer: null,
      profileId: product.profileId,
      productType: product.type,
      operatorId: product.operatorId,
      simType: product.simType,
      title: product.name,
      titleEn: product.nameEn,
      days: product.days,
      price: price.value,
    });
  }

  return { price, priceNow, itemNow, charged, refusalFor, shortage: accountCover, shortageFor };
}

interface PriceCheck {
  /** Null if unchanged, or if the gateway did not answer in time. */
  readonly failure: Failure | null;
  readonly fresh: Result<Uncharged, Failure> | null;
}

/**
 * Compares the item and the price for the gateway: a gateway may reuse an id, and a price rule that changed meanwhile does
 * not affect a quote. A changed price is reported as what the buyer pays without a promo code.
 */
export async function checkPrice(pricing: Pick<Pricing, 'itemNow' | 'charged'>, order: Order): Promise<PriceCheck> {
  const fresh = await pricing.itemNow(intentOf(order));
  if (!fresh) return { failure: null, fresh };
  if (!fresh.ok) return { failure: fresh.error, fresh };
  if (!isSameItem(order, fresh.value)) return { failure: { code: 'product-changed' }, fresh };
  if (fresh.value.price.total === order.total) return { failure: null, fresh };
  const priced = await pricing.charged(fresh, order.buyerId);
  if (!priced.ok) return { failure: priced.error, fresh };
  const was = order.charge + (order.promo?.discount ?? 0);
  return { failure: { code: 'price-moved', was, now: priced.value.charge.charge }, fresh };
}

interface AccountCoverDeps {
  readonly database: Database;
  /** Null if this shop buys from the gateway itself. */
  readonly supplier: object | null;
  readonly catalogue: Pick<Catalogue, 'askBalance'> & { status(): Pick<CatalogueStatus, 'balance' | 'wallet'> };
  readonly accountPause: Pick<AccountPause, 'begin'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

/** Our cost, or the total if the commission is unknown. */
interface Costing {
  readonly cost: Rials | null;
  readonly total: Rials;
}

export type AccountCover = ReturnType<typeof createAccountCover>;

/** How long to wait for the balance: briefly, because the parent shop runs in this process. */
const balanceMs = 3_000;

/** Compares a purchase with our account at the parent shop before anybody pays for it. */
export function createAccountCover(deps: AccountCoverDeps) {
  const { database, supplier, catalogue, accountPause, alertsDue, now } = deps;

  /** Null if the account covers the purchase, or if the account is unknown and the purchase itself decides. */
  return async (...items: readonly Costing[]): Promise<Failure | null> => {
    if (supplier === null || !(await catalogue.askBalance(balanceMs))) return null;
    const account = catalogue.status();
    const needed = items.reduce((sum, { cost, total }) => sum + (cost ?? total), 0);
    if (account.balance === null || account.balance >= needed) return null;
    await database.transaction((tx) => accountPause.begin(tx, needed, account, now()));
    alertsDue.notify();
    return { code: 'shop-short' };
  };
}
