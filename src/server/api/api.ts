import {
  createFilterBody,
  type Fields,
  fingerprintOf,
  listQuery,
  type OffersAnswer,
  offersBody,
  pageQuery,
  Refusal,
  readFields,
  readJson,
  readQuery,
  writeListing,
} from '@sharj/wire';
import { type Context, Hono } from 'hono';
import type { Language } from '#domain/language.ts';
import type { Product, ProductType } from '#domain/product.ts';
import type { Log } from '#log.ts';
import { addressOf, clientUrl, languageOf, networkOf } from '#server/client.ts';
import { type Allowance, createPlaces, createRateLimit } from '#server/rate-limit.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { ApiPurchases } from '#shop/connecting/reselling/api-purchases.ts';
import type { ApiCaller, ApiTokens } from '#shop/connecting/reselling/api-tokens.ts';
import type { ResoldCatalogue } from '#shop/connecting/reselling/resold-catalogue.ts';
import type { Me, OrderAnswer } from './answer-schemas.ts';
import { type ApiAnswer, type ApiText, type ApiWords, createAnswers, send } from './answers.ts';
import { describeApi } from './description.ts';
import { filterOf, itemOf, purchaseHeaders } from './requests.ts';
import { wireOffer, wireProduct } from './wire-product.ts';

export interface ApiDeps {
  /** A path before /api that a proxy passes on; without it the API is there too. */
  readonly basePath?: string;
  readonly operator2Path: string;
  /** Five, in the order of operator_id. */
  readonly operatorNames: readonly string[];
  readonly tokens: Pick<ApiTokens, 'authenticate'>;
  readonly purchases: ApiPurchases;
  readonly catalogue: ResoldCatalogue;
  readonly balanceOf: (personId: number) => Promise<Balance>;
  readonly words: ApiWords;
  readonly shopLanguage: Language;
  readonly log: Log;
  readonly now: () => number;
  /** Aborted when the process begins to stop: those who wait are told to ask again. */
  readonly stopping: AbortSignal;
  readonly onCall?: (call: ApiCall, status: number, seconds: number) => void;
  readonly limits?: Partial<typeof defaultLimits>;
  readonly waitMs?: number;
}

export type ApiCall = 'products' | 'filter' | 'offers' | 'purchase' | 'order' | 'me';

/** An agent's site has one address; a whole network may be behind another. */
const defaultLimits: Readonly<Record<'address' | 'token', Allowance>> = {
  address: { burst: 400, perSecond: 40 },
  token: { burst: 200, perSecond: 20 },
};
/** Purchases that one agent may have waiting for their end. */
const mostWaiting = 100;
/** A client that waits for 30 s gets an answer. */
const defaultWaitMs = 25_000;
const longestToken = 255;
/** Parsing a larger form would keep others waiting. */
const bodyBytes = 16 * 1024;
/** Questions about offers that one agent may have at the gateway. */
const mostOffers = 4;
const retrySeconds: Readonly<Partial<Record<number, number>>> = { 429: 1, 503: 5 };

interface Env {
  Variables: { caller: ApiCaller; call: ApiCall };
}

/** The gateway's API, served by the shop to its agents: the same requests and answers, bought from their wallets. */
export function createApi(deps: ApiDeps): Hono {
  const { operator2Path, operatorNames, tokens, purchases, catalogue, balanceOf, words, log, now, stopping } = deps;
  const { onCall = () => undefined, waitMs = defaultWaitMs, basePath = '', shopLanguage } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const byAddress = createRateLimit(limits.address, now);
  const byToken = createRateLimit(limits.token, now);
  const answers = createAnswers(words);
  const filterBody = createFilterBody(operatorNames);
  const takeWait = createPlaces(mostWaiting);
  const takeOffers = createPlaces(mostOffers);
  const api = new Hono<Env>();

  /** Before the token is known: the client's. */
  const languageFor = (c: Context<Env>): Language => c.get('caller')?.language ?? languageOf(c, shopLanguage);
  const refuse = (c: Context<Env>, status: 400 | 401 | 404 | 429 | 503, key: ApiText) =>
    send(c, answers.plain(status, languageFor(c), key, retrySeconds[status]));

  api.use(async (c, next) => {
    const began = performance.now();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    await next();
    const call = c.get('call');
    if (call) onCall(call, c.res.status, (performance.now() - began) / 1_000);
  });

  // Before anything is read from the database.
  api.use(async (c, next) => {
    if (!byAddress.allow(networkOf(c))) return refuse(c, 429, 'api-too-many');
    return next();
  });
  const description = describeApi({ operator2Path, operatorNames });
  api.get('/openapi.json', (c) => c.json(description));

  api.use(async (c, next) => {
    const token = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined || token.length > longestToken) return refuse(c, 401, 'api-unauthenticated');
    const caller = await tokens.authenticate(token, addressOf(c));
    if (!caller) return refuse(c, 401, 'api-unauthenticated');
    c.set('caller', caller);
    return byToken.allow(caller.token.id) ? next() : refuse(c, 429, 'api-too-many');
  });

  const as =
    (call: ApiCall, handle: (c: Context<Env>, caller: ApiCaller) => Promise<Response>) => (c: Context<Env>) => {
      c.set('call', call);
      return handle(c, c.get('caller'));
    };

  const unreadable = (c: Context, { language }: ApiCaller, refusal: Refusal) =>
    send(c, answers.unreadable(language, refusal));

  interface Page {
    readonly products: readonly Product[];
    readonly descending: boolean;
    readonly page: number | null;
    readonly categories: boolean;
  }

  async function list(c: Context<Env>, { personId, dailyLimit }: ApiCaller, page: Page): Promise<Response> {
    // An empty list would look like a shop that sells nothing any more.
    if (!catalogue.isLoaded()) return refuse(c, 503, 'api-busy');
    const [chargeOf, balance] = await Promise.all([
      catalogue.chargesOf(personId),
      catalogue.balanceOf(personId, dailyLimit),
    ]);
    const toWire = (product: Product) => wireProduct(product, chargeOf(product));
    const body = writeListing({ ...page, toWire, balance, url: clientUrl(c) });
    return c.body(body, 200, { 'content-type': 'application/json' });
  }

  api.get(
    '/clients/products',
    as('products', async (c, caller) => {
      const query = readQuery(c, listQuery);
      if (query instanceof Refusal) return unreadable(c, caller, query);
      return list(c, caller, {
        products: catalogue.list({ order: query.order }),
        descending: query.type_order === 'desc',
        page: query.page,
        categories: true,
      });
    }),
  );

  api.post(
    '/filter',
    as('filter', async (c, caller) => {
      const body = await readJson(c, filterBody, bodyBytes);
      if (body instanceof Refusal) return unreadable(c, caller, body);
      const { items } = body;
      return list(c, caller, {
        products: catalogue.filter(filterOf(items, operatorNames)),
        descending: false,
        page: items.pagination === 'false' ? null : pageQuery.parse(c.req.query()).page,
        categories: items.categories !== undefined,
      });
    }),
  );

  api.post(
    '/:operator/offers',
    as('offers', async (c, caller) => {
      if (c.req.param('operator') !== operator2Path) return refuse(c, 404, 'api-not-found');
      const body = await readJson(c, offersBody, bodyBytes);
      if (body instanceof Refusal) return unreadable(c, caller, body);
      const leave = takeOffers(caller.personId);
      if (!leave) return refuse(c, 429, 'api-too-many');
      const offers = await catalogue.offersOf(body.mobile).finally(leave);
      if (!offers.ok && offers.error.code !== 'offers-refused')
        return send(c, answers.failed(caller.language, offers.error));
      const message = offers.ok ? '' : words.failure(caller.language, offers.error);
      const answer: OffersAnswer = {
        status: offers.ok,
        ResultCode: offers.ok ? 0 : 2001,
        TransactionID: String(now()),
        CommandStatus: offers.ok ? 'Completed' : 'Rejected',
        OrigResponseMessage: offers.ok ? 'Success' : 'Subscriber not found',
        message,
        offersList: offers.ok ? offers.value.map(wireOffer) : [],
      };
      return c.json(answer, offers.ok ? 200 : 422);
    }),
  );

  /** `only`: the type of product that is bought on this path; null: any. */
  const purchase = (only: ProductType | null) =>
    as('purchase', async (c, caller) => {
      const headers = purchaseHeaders.safeParse({ 'Idempotency-Key': c.req.header('idempotency-key') });
      if (!headers.success) return refuse(c, 400, 'api-key-required');
      const fields = await readFields(c, bodyBytes);
      if (fields instanceof Refusal) return unreadable(c, caller, fields);
      const leave = takeWait(caller.personId);
      if (!leave) return refuse(c, 429, 'api-too-many');
      return send(c, await buy(caller, { key: headers.data['Idempotency-Key'], fields, only }).finally(leave));
    });

  async function buy(
    caller: ApiCaller,
    { key, fields, only }: { key: string; fields: Fields; only: ProductType | null },
  ): Promise<ApiAnswer> {
    const until = performance.now() + waitMs;
    const request = { key, fingerprint: fingerprintOf(fields), item: itemOf(fields), only };
    const result = await purchases.buy(caller, request);
    if (result.kind !== 'order') return answers.resold(caller.language, result);
    // It is bought or will be: whatever fails from here on, the answer is to ask again.
    const order = await purchases
      .untilEnd(result.order, Math.max(0, until - performance.now()), stopping)
      .catch(() => result.order);
    return answers.resold(caller.language, { ...result, order });
  }

  api.on(['GET', 'POST'], '/top-up/package', purchase(null));
  api.on(['GET', 'POST'], '/top-up', purchase('topup'));

  api.get(
    '/purchases/:key',
    as('purchase', async (c, { personId, language }) => {
      const { data } = purchaseHeaders.safeParse({ 'Idempotency-Key': c.req.param('key') });
      const result = data ? await purchases.answerTo(personId, data['Idempotency-Key']) : null;
      return result ? send(c, answers.resold(language, result)) : refuse(c, 404, 'api-not-found');
    }),
  );

  api.get(
    '/orders/:code',
    as('order', async (c, { personId, language }) => {
      const wantedCode = c.req.param('code') ?? '';
      const purchase = /\p{Cc}/u.test(wantedCode) ? null : await purchases.find(personId, wantedCode);
      if (!purchase) return refuse(c, 404, 'api-not-found');
      const { order, code } = purchase;
      return c.json({
        ...answers.purchase(language, order, code).body,
        state: order.state,
        mobile: order.mobile,
        product_id: order.item.kind === 'product' ? order.item.productId : null,
        created_at: isoTime(order.confirmedAt),
        ended_at: isoTime(order.endedAt),
        reversed_at: isoTime(order.reversedAt),
      } satisfies OrderAnswer);
    }),
  );

  api.get(
    '/me',
    as('me', async (c, { personId, name, dailyLimit }) => {
      const { balance, held, creditLimit, available } = await balanceOf(personId);
      return c.json({
        name,
        balance,
        held,
        credit_limit: creditLimit,
        available,
        daily_limit: dailyLimit,
      } satisfies Me);
    }),
  );

  api.all('*', (c) => refuse(c, 404, 'api-not-found'));
  api.onError((error, c) => {
    // A client that went away is no problem of ours.
    if (!c.req.raw.signal.aborted) log.error({ problem: error.name, call: c.get('call') ?? null }, 'API call failed');
    return refuse(c, 503, 'api-busy');
  });

  const mounted = new Hono();
  for (const path of new Set(['', basePath])) mounted.route(`${path}/api`, api);
  return mounted;
}

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
