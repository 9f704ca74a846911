import { fingerprintOf } from '@sharj/wire';
import type { Failure, FailureCode } from '#domain/failure.ts';
import { isEnd } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { PurchaseFailure, ReadFailure } from '#gateway/failure.ts';
import type { Gateway, PurchaseRequest } from '#gateway/gateway.ts';
import { eachPage, type ProductPage } from '#gateway/pages.ts';
import { purchaseRoute } from '#gateway/purchase-body.ts';
import { type Bought, pendingWhy } from '#gateway/purchase-outcome.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Reseller } from './api-access.ts';
import type { ApiPurchases, ResoldItem } from './api-purchases.ts';
import type { ResoldCatalogue } from './resold-catalogue.ts';

interface ShopGatewayDeps {
  readonly catalogue: ResoldCatalogue;
  readonly purchases: Pick<ApiPurchases, 'buy' | 'untilEnd'>;
  readonly reseller: Reseller;
  /** False if the shop does not sell to the agent now. */
  readonly maySell: () => Promise<boolean>;
  /** The text of a refusal for the buyer. */
  readonly words: (failure: Failure) => string;
}

const pageSize = 100;
/** How long a purchase waits, as in the API. */
const waitMs = 25_000;
const againMs = 10_000;
/** Failures that concern the agent's account and not their buyers. */
const short: readonly FailureCode[] = ['wallet-too-small', 'daily-limit'];
/** Failures that mean that the shop does not sell, or not to this agent; like a gateway that refuses a token. */
const closed: readonly FailureCode[] = ['not-allowed', 'person-paused', 'selling-paused'];

/** The shop as the gateway of one agent's shop in the same process. Purchases work as through the API, without HTTP. */
export function createShopGateway({ catalogue, purchases, reseller, maySell, words }: ShopGatewayDeps): Gateway {
  const refused = err({ kind: 'unauthorized', status: 401 } as const);
  const closing = new AbortController();

  async function page(
    products: readonly Product[],
    current: number | null,
    withCategories: boolean,
  ): Promise<Result<ProductPage, ReadFailure>> {
    if (!(await maySell())) return refused;
    if (!catalogue.isLoaded()) return err({ kind: 'unavailable', why: 'not loaded yet', retryAfterMs: null });
    const from = ((current ?? 1) - 1) * pageSize;
    const productsOnPage = current === null ? products : products.slice(from, from + pageSize);
    const last = current === null ? 1 : Math.max(1, Math.ceil(products.length / pageSize));
    return ok({
      products: withCategories ? productsOnPage : productsOnPage.map((product) => ({ ...product, categories: [] })),
      dropped: 0,
      droppedCategories: 0,
      balance: await catalogue.balanceOf(reseller.personId),
      page: { current: current ?? 1, last, total: products.length },
    });
  }

  async function buy(
    { key, body, since }: PurchaseRequest,
    signal: AbortSignal,
  ): Promise<Result<Bought, PurchaseFailure>> {
    // The fingerprint equals that of the API, so that a shop that moves to its own server gets the same answer under
    // the same key.
    const fingerprint = fingerprintOf([...new URLSearchParams(body)]);
    const result = await purchases.buy(reseller, { key, fingerprint, item: ok(itemIn(body)), only: null, since });
    switch (result.kind) {
      case 'order':
        return outcomeOf(await purchases.untilEnd(result.order, waitMs, signal));
      case 'refused': {
        const { failure } = result;
        const message = words(failure);
        if (!short.includes(failure.code)) return err({ kind: 'rejected', status: 422, message });
        return err({ kind: 'account-empty', status: 402, message });
      }
      case 'not-now':
        return catalogue.isLoaded() && closed.includes(result.failure.code) ? refused : unsure(result.failure.code);
      case 'restored':
        return refused;
      case 'another-request':
        return inDoubt('the key was used for another request');
      case 'in-doubt':
        return inDoubt('the shop was restored, and does not know whether it bought this before');
    }
  }

  const gateway: Gateway = {
    listProducts: ({ page: current = 1, order, direction } = {}) => {
      const products = catalogue.list({ order });
      return page(direction === 'desc' ? products.toReversed() : products, current, true);
    },
    filterProducts: (query) =>
      page(catalogue.filter(query), query.unpaginated ? null : (query.page ?? 1), query.withCategories === true),
    allProducts(query = {}) {
      if (query.from === 'filter') return eachPage((current) => gateway.filterProducts({ ...query, page: current }));
      return eachPage((current) => gateway.listProducts({ order: 'id', direction: 'asc', ...query, page: current }));
    },
    async personalOffers(mobile) {
      const offers = await catalogue.offersOf(mobile);
      if (offers.ok) return ok({ offers: offers.value, dropped: 0 });
      if (offers.error.code !== 'offers-refused')
        return err({ kind: 'unavailable', why: offers.error.code, retryAfterMs: null });
      return err({ kind: 'rejected', status: 422, message: words(offers.error) });
    },
    purchaseRoute: () => purchaseRoute('post-form', null),
    buyPackage: (request, { signal } = {}) =>
      buy(request, AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal])),
    close: async () => closing.abort(),
  };

  return gateway;

  function outcomeOf({ state, outcome, reversedAt }: Order): Result<Bought, PurchaseFailure> {
    if (state === 'delivered' && reversedAt === null) return ok({ message: outcome ?? '' });
    if (!isEnd(state)) return unsure(pendingWhy);
    // A reversed order was paid back, so the answer is no, whatever the gateway said.
    return err({ kind: 'rejected', status: 422, message: reversedAt === null ? (outcome ?? '') : '' });
  }
}

/** Leaves the decision to the agent. */
const inDoubt = (message: string) => err({ kind: 'unrecognised', status: 409, message } as const);

const unsure = (why: string) => err({ kind: 'unsure', why, retryAfterMs: againMs } as const);

/** Reads the fields that `purchaseBody` wrote. */
function itemIn(body: string): ResoldItem {
  const fields = new URLSearchParams(body);
  const [code, type] = [fields.get('offerCode'), fields.get('offerType')];
  return {
    productId: Number(fields.get('product_id')),
    mobile: fields.get('mobile') ?? '',
    price: Number(fields.get('price')),
    code: fields.get('webservice_code') ?? '',
    offer: code !== null && type !== null ? { code, type } : null,
    profileId: fields.get('profile_id'),
  };
}
