import { createHash } from 'node:crypto';
import type { Failure } from '#domain/failure.ts';
import type { Language } from '#domain/language.ts';
import type { Rials } from '#domain/money.ts';
import { isEnd } from '#domain/order.ts';
import type { ProductType } from '#domain/product.ts';
import { simTypeOfOffer } from '#domain/quote.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Base } from '#shop/assemble-base.ts';
import { Refused } from '#shop/base/refused.ts';
import { failureOf, todayOf } from '#shop/base/wallet/daily-limit.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { confirmOrders } from '#shop/buying/orders/confirm-order.ts';
import { newCode } from '#shop/buying/orders/identity.ts';
import { insertQuote, markPossiblySent } from '#shop/buying/orders/insert-quote.ts';
import { type Order, orderOf, type PurchaseIntent } from '#shop/buying/orders/order.ts';
import type { Priced, Pricing } from '#shop/buying/orders/pricing.ts';
import type { Queries } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { lockPerson } from '#storage/person-lock.ts';
import { prepared } from '#storage/prepared.ts';
import type { ApiPurchaseRow } from '#storage/tables/tables.ts';
import type { Reseller } from './api-access.ts';
import { findApiPurchase } from './find-api-purchase.ts';
import { allowed, openOrders } from './may-resell.ts';
import { createRestoredKeys } from './restored-keys.ts';

/** The parameters of a purchase, as in the API documentation. */
export interface ResoldItem {
  readonly productId: number;
  readonly mobile: string;
  /** The amount sent, VAT included. */
  readonly price: Rials;
  readonly code: string;
  readonly offer: { readonly code: string; readonly type: string } | null;
  readonly profileId: string | null;
}

interface ResoldRequest {
  readonly key: string;
  /** A different request under the same key is refused. */
  readonly fingerprint: string;
  /** Unreadable parameters are a failure, which also becomes the answer under this key. */
  readonly item: Result<ResoldItem, Failure>;
  /** The type of product that the path sells; null sells all. */
  readonly only: ProductType | null;
  /** When the agent's customer confirmed it, if known. */
  readonly since?: number | null | undefined;
}

/** The stored answer under a key. `isReplayed` tells whether it was stored before this request. */
type StoredPurchase = { readonly language: Language; readonly isReplayed: boolean } & (
  | { readonly kind: 'order'; readonly order: Order; readonly code: string }
  | { readonly kind: 'refused'; readonly failure: Failure }
);

export type ResoldPurchase =
  | StoredPurchase
  /** Nothing was decided, so the same key may be sent again. */
  | { readonly kind: 'not-now'; readonly failure: Failure }
  | { readonly kind: 'another-request' }
  /** This shop was restored and does not know whether it bought this before. */
  | { readonly kind: 'in-doubt' }
  /** This shop was restored and its owner has not resumed it yet. */
  | { readonly kind: 'restored' };

export type ApiPurchases = ReturnType<typeof createApiPurchases>;

type ApiPurchasesDeps = Base & {
  readonly catalogue: Pick<Catalogue, 'product' | 'status'>;
  readonly pricing: Pick<Pricing, 'price' | 'itemNow' | 'charged' | 'shortageFor'>;
};

/** How often to look at an order that another process may end. */
const lookMs = 1_000;
const codeTries = 5;
/** An agent's customer waits no longer with held money than any other buyer. */
const tooLate: Failure = { code: 'selling-paused', reason: '' };
/** Limit for one agent, so that other buyers do not wait. */
const mostOpen = 100;

/**
 * Failures that decide nothing: the shop does not sell now, the gateway does not answer, or the token was just revoked.
 */
const passing = 'selling-paused shop-short person-paused offers-unavailable not-allowed api-orders-too-many'.split(' ');

const purchaseByKey = prepared((db, { personId, key }: { readonly personId: number; readonly key: string }) =>
  db.selectFrom('api_purchases').selectAll().where('person_id', '=', personId).where('key', '=', key),
);

/** Purchases by agents through the API, each under the agent's own key. */
export function createApiPurchases(deps: ApiPurchasesDeps) {
  const { database, catalogue, pricing, orderEnds, purchasesDue, purchaseRoute, keyHours, now } = deps;
  const restoredKeys = createRestoredKeys(deps);

  /**
   * Buys once for a key. Key, quote and confirmation are one transaction. The order may still be open in the answer.
   */
  async function buy(reseller: Reseller, request: ResoldRequest): Promise<ResoldPurchase> {
    const before = await stored(reseller, request);
    if (before) return before;
    const { since = null } = request;
    if (await restoredKeys.isWaiting()) return { kind: 'restored' };
    const possiblySentAt = await restoredKeys.possiblySent(since);
    if (possiblySentAt !== null && (await restoredKeys.isGatewayChanged(since))) return inDoubt(reseller, request);
    const isLate = now() - (since ?? now()) > keyHours * 3_600_000;
    const decided = isLate ? err(tooLate) : await decide(reseller, request, possiblySentAt);
    if (decided.ok) purchasesDue.notify();
    else if (!isLate && passing.includes(decided.error.code)) return { kind: 'not-now', failure: decided.error };
    else if (possiblySentAt !== null) return inDoubt(reseller, request);
    const isFirst = decided.ok ? decided.value : await refuse(reseller, request, decided.error);
    const answer = await stored(reseller, request);
    if (!answer) throw new Error('A purchase was decided but not stored.');
    return isFirst && 'isReplayed' in answer ? { ...answer, isReplayed: false } : answer;
  }

  /** The stored answer under a key, without buying anything. Null if nothing was ever decided under it. */
  async function answerTo(personId: number, key: string): Promise<ResoldPurchase | null> {
    const [row] = await purchaseByKey(database.db, { personId, key });
    if (row) return answerOf(row);
    if (await restoredKeys.isWaiting()) return { kind: 'restored' };
    return (await restoredKeys.possiblySent(null)) === null ? null : { kind: 'in-doubt' };
  }

  async function inDoubt({ personId }: Reseller, { key, item }: ResoldRequest): Promise<ResoldPurchase> {
    await restoredKeys.tell({ personId, mark: markOf(key), code: item.ok ? item.value.code : '' });
    return { kind: 'in-doubt' };
  }

  /** Stores only a hash of the request, because its fields contain people's numbers. */
  const markOf = (fingerprint: string): string => createHash('sha256').update(fingerprint).digest('base64url');

  async function stored(
    { personId }: Reseller,
    { key, fingerprint }: Pick<ResoldRequest, 'key' | 'fingerprint'>,
  ): Promise<ResoldPurchase | null> {
    const [row] = await purchaseByKey(database.db, { personId, key });
    if (!row) return null;
    return row.fingerprint === markOf(fingerprint) ? answerOf(row) : { kind: 'another-request' };
  }

  async function answerOf({ order_id: orderId, code, language, refusal }: ApiPurchaseRow): Promise<StoredPurchase> {
    const common = { language, isReplayed: true };
    if (orderId === null) return { ...common, kind: 'refused', failure: JSON.parse(refusal ?? '{}') as Failure };
    const row = await database.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    return { ...common, kind: 'order', order: orderOf(row), code };
  }

  /** Confirms an order under this key. True if this request did so, false if an earlier one did. */
  async function decide(
    reseller: Reseller,
    request: ResoldRequest,
    possiblySentAt: number | null,
  ): Promise<Result<boolean, Failure>> {
    if (!request.item.ok) return request.item;
    const item = request.item.value;
    // The catalogue is not loaded yet, so an unknown product is not one that is gone.
    if (catalogue.status().asOf === null) return err({ code: 'selling-paused', reason: '' });
    const intent = intentFor(item, request.only);
    if (!intent.ok) return intent;
    // Prices like Confirm in the chat: by the gateway's price now, or the last known one.
    const fresh = await pricing.itemNow(intent.value);
    const priced = await (fresh
      ? pricing.charged(fresh, reseller.personId)
      : pricing.price(intent.value, reseller.personId));
    if (!priced.ok) return priced;
    const { total } = priced.value.price;
    if (total !== item.price) return err({ code: 'api-price', price: total });
    const shortage = await pricing.shortageFor(priced.value);
    return shortage ? err(shortage) : place(reseller, request, item, { priced: priced.value, possiblySentAt });
  }

  function intentFor(item: ResoldItem, only: ProductType | null): Result<PurchaseIntent, Failure> {
    const { productId, mobile, price, offer, profileId } = item;
    const simType = simTypeOfOffer(productId);
    if (simType !== null && only === null) {
      if (!offer) return err({ code: 'api-field', field: 'offerCode' });
      return ok({ item: { kind: 'offer', ...offer }, mobile, simType });
    }
    const product = catalogue.product(productId);
    if (!product || (only !== null && product.type !== only)) return err({ code: 'product-gone' });
    if (profileId !== null && profileId !== product.profileId) return err({ code: 'api-field', field: 'profile_id' });
    const amount = product.maxPrice === null ? null : price;
    return ok({ item: { kind: 'product', productId, amount }, mobile, simType: product.simType });
  }

  async function place(
    reseller: Reseller,
    { key, fingerprint }: ResoldRequest,
    { code, mobile }: ResoldItem,
    { priced, possiblySentAt }: { readonly priced: Priced; readonly possiblySentAt: number | null },
  ): Promise<Result<boolean, Failure>> {
    const { personId, language, token } = reseller;
    const source = token === null ? 'bot' : 'api';
    const id = idFrom(`api:${personId}:${key}`);
    for (let attempt = 0; attempt < codeTries; attempt += 1) {
      const at = now();
      const quote = { id, buyerId: personId, mobile, priced, batchId: null, at, expiresAt: at + 1 };
      const placed = await database
        .transaction(async (tx) => {
          await lockPerson(database, tx, personId);
          const mark = markOf(fingerprint);
          const row = { person_id: personId, key, fingerprint: mark, code, order_id: id, language, refusal: null, at };
          if (!(await insertPurchase(tx, row))) return ok(false);
          const agent = await allowed(tx, reseller);
          if (!agent) throw new Refused({ code: 'not-allowed' });
          if ((await openOrders(tx, personId, source)) >= mostOpen) throw new Refused({ code: 'api-orders-too-many' });
          const own = (what: string) => ownOf(`${what}:${personId}:${agent.created_at}:${key}`);
          const order = await insertQuote(tx, {
            ...quote,
            source,
            route: purchaseRoute(priced.productType),
            // Derives the key, so that after a restore from an older archive the gateway recognises the same request.
            key: own('key').toString('base64url'),
            code: newCode((size) => own(`code ${attempt}`).subarray(0, size)),
          });
          if (!order) throw new CodeTaken();
          // Adds the owner's limit for the API to the agent's own. The wallet is locked by then.
          const { daily_limit: limit } = agent;
          const check = async () =>
            limit === null ? null : failureOf(await todayOf(tx, { personId, limit, at, source: 'api' }), order.charge);
          const confirmation = { orders: [order], buyerId: personId, why: 'confirmed by the API', at, check };
          const answer = await confirmOrders(tx, deps, confirmation);
          if ('failure' in answer) throw new Refused(answer.failure);
          if (possiblySentAt !== null) await markPossiblySent(tx, id, possiblySentAt);
          return ok(true);
        })
        .catch((error: unknown) => {
          // The rollback has removed the key and the order.
          if (error instanceof Refused) return err(error.failure);
          if (error instanceof CodeTaken) return null;
          throw error;
        });
      if (placed) return placed;
    }
    throw new Error('No unused order code could be derived.');
  }

  async function refuse(
    { personId, language }: Reseller,
    { key, fingerprint, item }: ResoldRequest,
    failure: Failure,
  ): Promise<boolean> {
    const code = item.ok ? item.value.code : '';
    const mark = markOf(fingerprint);
    const row = { person_id: personId, key, fingerprint: mark, code, order_id: null, language, at: now() };
    return database.write((db) => insertPurchase(db, { ...row, refusal: JSON.stringify(failure) }));
  }

  /** The order at its end, or when the time is up. */
  async function untilEnd(order: Order, ms: number, signal: AbortSignal): Promise<Order> {
    const until = performance.now() + ms;
    let current = order;
    while (!isEnd(current.state) && performance.now() < until && !signal.aborted) {
      await orderEnds.next(order.id, Math.min(lookMs, Math.max(1, until - performance.now())), signal);
      const row = await database.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst();
      if (row) current = orderOf(row);
    }
    return current;
  }

  const find = (personId: number, code: string) => findApiPurchase(database.db, personId, code);

  return { buy, answerTo, untilEnd, find };
}

const ownOf = (text: string): Buffer => createHash('sha256').update(text).digest();

class CodeTaken extends Error {}

/** False if the key was used before. */
async function insertPurchase(db: Queries, row: ApiPurchaseRow): Promise<boolean> {
  const inserted = await db
    .insertInto('api_purchases')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}
