import { describe, expect, test } from 'vitest';
import { operatorIds, type Product, productTypes, simTypes } from '#domain/product.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { purchaseBody, purchaseStyles } from '#gateway/purchase-body.ts';
import { createShopGateway } from '#shop/connecting/reselling/shop-gateway.ts';
import { agentId, startShopApi } from '#test/support/shop-api.ts';
import { canary, connect } from './client.ts';
import { startSandbox } from './sandbox.ts';

/** A server of the API. */
interface Server {
  readonly url: string;
  readonly token: string;
  sold(): Promise<unknown>;
  /** If absent, our client asks over HTTP. */
  readonly gateway?: Gateway;
}

async function everything(gateway: Gateway): Promise<readonly Product[]> {
  const result = await gateway.filterProducts({ unpaginated: true, withCategories: true });
  if (!result.ok) throw new Error(result.error.kind);
  return result.value.products;
}

async function filtered(gateway: Gateway, query: Parameters<Gateway['filterProducts']>[0]) {
  const result = await gateway.filterProducts({ ...query, unpaginated: true });
  if (!result.ok) throw new Error(result.error.kind);
  expect(result.value.dropped).toBe(0);
  return result.value.products.map(({ id }) => id);
}

async function firstOffer(gateway: Gateway) {
  const result = await gateway.personalOffers(canary.mobile);
  const offer = result.ok ? result.value.offers[0] : undefined;
  if (!offer) throw new Error('no offers');
  return offer;
}

/** The same shop, called within its process instead of over HTTP. */
async function startInProcess(): Promise<Server> {
  const { shop, url, token, sold } = await startShopApi();
  const gateway = createShopGateway({
    catalogue: shop.resoldCatalogue,
    purchases: shop.apiPurchases,
    reseller: { personId: agentId, language: 'en', token: null },
    maySell: async () => true,
    words: ({ code }) => code,
  });
  return { url, token, sold, gateway };
}

const servers = [
  ['the sandbox', startSandbox],
  ['a shop', startShopApi],
  ['a shop in the same process', startInProcess],
] as const;

describe.each(servers)('served by %s', (_, start: () => Promise<Server>) => {
  async function client(options: Parameters<typeof connect>[1] = {}) {
    const sandbox = await start();
    const gateway = sandbox.gateway ?? connect(sandbox.url, { token: sandbox.token, ...options }).gateway;
    return { sandbox, gateway };
  }

  test('a page has a hundred products, whatever size is asked for, in the requested order', async () => {
    const { gateway } = await client();
    const first = await gateway.listProducts({ perPage: 1000, order: 'id', direction: 'asc' });
    expect(first).toMatchObject({
      ok: true,
      value: { dropped: 0, page: { current: 1, total: 420, last: 5 } },
    });
    expect(first.ok && first.value.products).toHaveLength(100);
    expect(first.ok && first.value.balance).toBeGreaterThan(0);
    const last = await gateway.listProducts({ order: 'id', direction: 'asc', page: 5 });
    expect(last).toMatchObject({ ok: true, value: { page: { current: 5 } } });
    expect(last.ok && last.value.products).toHaveLength(20);
    const descending = await gateway.listProducts({ order: 'id', direction: 'desc' });
    const ids = descending.ok ? descending.value.products.map(({ id }) => id) : [];
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  test('the iterator returns every product once', async () => {
    const { gateway } = await client();
    const all = (await everything(gateway)).map(({ id }) => id);
    for (const query of [{}, { from: 'filter' } as const]) {
      const seen: number[] = [];
      for await (const page of gateway.allProducts(query))
        if (page.ok) seen.push(...page.value.products.map(({ id }) => id));
      expect(seen.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    }
  });

  test('the catalogue has every operator, type and SIM type, and categories of several levels', async () => {
    const { gateway } = await client();
    const products = await everything(gateway);
    expect(products).toHaveLength(420);
    for (const operatorId of operatorIds)
      expect(products.some((product) => product.operatorId === operatorId)).toBe(true);
    for (const type of productTypes) expect(products.some((product) => product.type === type)).toBe(true);
    for (const simType of simTypes) expect(products.some((product) => product.simType === simType)).toBe(true);
    expect(products.some(({ maxPrice }) => maxPrice !== null)).toBe(true);
    expect(products.some(({ onSale }) => !onSale)).toBe(true);
    expect(products.some(({ profileId }) => profileId !== null)).toBe(true);
    expect(products.some(({ categories }) => categories.some(({ subs }) => subs.length > 1))).toBe(true);
  });

  test('each field of the filter works, alone and combined', async () => {
    const { gateway } = await client();
    const products = await everything(gateway);
    const ids = (wanted: (product: Product) => boolean) => products.filter(wanted).map(({ id }) => id);
    for (const operatorId of operatorIds) {
      expect(await filtered(gateway, { operatorId })).toEqual(ids((product) => product.operatorId === operatorId));
    }
    for (const type of productTypes)
      expect(await filtered(gateway, { type })).toEqual(ids((product) => product.type === type));
    for (const simType of simTypes) {
      expect(await filtered(gateway, { simType })).toEqual(ids((product) => product.simType === simType));
    }
    const [sample] = products;
    if (!sample) throw new Error('an empty catalogue');
    const { name, operatorId, type, simType } = sample;
    expect(await filtered(gateway, { name })).toContain(sample.id);
    expect(await filtered(gateway, { name, operatorId, type, simType })).toContain(sample.id);
  });

  test('categories come only on request', async () => {
    const { gateway } = await client();
    const without = await gateway.filterProducts({});
    const having = await gateway.filterProducts({ withCategories: true });
    expect(without.ok && without.value.products.every(({ categories }) => categories.length === 0)).toBe(true);
    expect(having.ok && having.value.products.some(({ categories }) => categories.length > 0)).toBe(true);
  });

  test('a subscriber of operator 2 gets the same offers every time; other numbers are refused', async () => {
    const { gateway } = await client();
    const first = await gateway.personalOffers(canary.mobile);
    const again = await gateway.personalOffers(canary.mobile);
    expect(first).toMatchObject({ ok: true, value: { dropped: 0 } });
    expect(first.ok && first.value.offers).toEqual(again.ok && again.value.offers);
    expect(await gateway.personalOffers('989121234567')).toMatchObject({ ok: false, error: { kind: 'rejected' } });
  });

  test.each(purchaseStyles)('an offer is bought only once with one key, by %s', async (purchaseStyle) => {
    const { sandbox, gateway } = await client({ purchaseStyle });
    const { code, type, amount } = await firstOffer(gateway);
    const body = purchaseBody({
      productId: 510,
      mobile: canary.mobile,
      price: (amount * 11) / 10,
      webserviceCode: 'S-7KQ2',
      offer: { code, type },
      profileId: null,
    });
    const bought = await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') });
    expect(bought).toMatchObject({ ok: true });
    expect(await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') })).toEqual(bought);
    expect(await sandbox.sold()).toMatchObject({
      count: 1,
      purchases: [{ key: canary.key, mobile: canary.mobile, price: (amount * 11) / 10, webservice_code: 'S-7KQ2' }],
    });
  });

  test('a wrong price is rejected with the gateway’s message', async () => {
    const { gateway } = await client();
    const { code, type, amount } = await firstOffer(gateway);
    const body = purchaseBody({
      productId: 511,
      mobile: canary.mobile,
      price: amount,
      webserviceCode: 'S-7KQ3',
      offer: { code, type },
      profileId: null,
    });
    const result = await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') });
    expect(result).toMatchObject({ ok: false, error: { kind: 'rejected', message: expect.stringMatching(/./) } });
  });

  test('a product is bought with its own id and profile', async () => {
    const { sandbox, gateway } = await client();
    const product = (await everything(gateway)).find(
      (one) => one.onSale && one.profileId && !one.maxPrice && one.type === 'data',
    );
    if (!product) throw new Error('nothing to buy');
    const body = purchaseBody({
      productId: product.id,
      mobile: canary.mobile,
      price: Math.floor((product.price * 110 + 50) / 100),
      webserviceCode: 'S-7KQ4',
      offer: null,
      profileId: product.profileId,
    });
    expect(await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') })).toMatchObject({
      ok: true,
    });
    expect(await sandbox.sold()).toMatchObject({ count: 1 });
  });

  test('a bad token is unauthorized everywhere', async () => {
    const { gateway } = connect((await start()).url, { token: 'another' });
    const unauthorized = { ok: false, error: { kind: 'unauthorized', status: 401 } };
    expect(await gateway.listProducts()).toEqual(unauthorized);
    expect(await gateway.filterProducts({})).toEqual(unauthorized);
    expect(await gateway.personalOffers(canary.mobile)).toEqual(unauthorized);
    expect(
      await gateway.buyPackage({ key: canary.key, body: 'product_id=1', route: gateway.purchaseRoute('data') }),
    ).toEqual(unauthorized);
  });
});
