import { setTimeout as wait } from 'node:timers/promises';
import type { Product, ProductType } from '#domain/product.ts';
import { err, type Result } from '#domain/result.ts';
import type { Log } from '#log.ts';
import { readJson, refusedRead } from './answer.ts';
import type { GatewayFailure, PurchaseFailure, ReadFailure } from './failure.ts';
import { type PersonalOffers, readOffers } from './offers-answer.ts';
import { eachPage, type ProductPage } from './pages.ts';
import { readProducts } from './product-answer.ts';
import { type FilterQuery, filterCall, type ListQuery, listCall } from './product-query.ts';
import { assertMobile, type PurchaseStyle, purchaseCall, purchaseRoute } from './purchase-body.ts';
import { type Bought, defaultAccountEmptyPattern, purchaseOutcome } from './purchase-outcome.ts';
import { type Answer, type BodyEnd, type Call, createGatewayTransport } from './transport.ts';

export interface Gateway {
  listProducts(query?: ListQuery, options?: CallOptions): Promise<Result<ProductPage, ReadFailure>>;
  filterProducts(query: FilterQuery, options?: CallOptions): Promise<Result<ProductPage, ReadFailure>>;
  /** Yields all pages; a failure is the last result. */
  allProducts(
    query?: AllProductsQuery,
    options?: CallOptions,
  ): AsyncGenerator<Result<ProductPage, ReadFailure>, void, undefined>;
  /** `mobile` is 98 followed by the number. */
  personalOffers(mobile: string, options?: CallOptions): Promise<Result<PersonalOffers, ReadFailure>>;
  /** How the request of a new order is sent. The order stores it, so later settings do not change it. */
  purchaseRoute(type: ProductType): string;
  /** `key`, `body` and `route` come from the stored order. The purchase worker retries; the gateway does not. */
  buyPackage(request: PurchaseRequest, options?: CallOptions): Promise<Result<Bought, PurchaseFailure>>;
  /** Aborts calls in flight. */
  close(): Promise<void>;
}

interface CallOptions {
  /** Includes retries. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type AllProductsQuery =
  | ({ readonly from?: 'list' } & Omit<ListQuery, 'page'>)
  | ({ readonly from: 'filter' } & Omit<FilterQuery, 'page' | 'unpaginated'>);

export interface PurchaseRequest {
  readonly key: string;
  readonly body: string;
  readonly route: string;
  /** When the order was confirmed, for a shop that may have forgotten it. */
  readonly since?: number | null;
}

interface GatewayDeadlines {
  readonly page: number;
  readonly catalogue: number;
  readonly offers: number;
  readonly purchase: number;
}

export interface GatewayOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly operator2Path: string;
  /** Five names in the order of operator_id; null if unknown. */
  readonly operatorNames: readonly string[] | null;
  readonly purchaseStyle: PurchaseStyle;
  /** Null buys top-ups like packages. */
  readonly topUpPath?: string | null;
  readonly successPattern: RegExp | null;
  /** Null uses the default pattern in Persian and English. */
  readonly accountEmptyPattern?: RegExp | null;
  readonly deadlines?: Partial<GatewayDeadlines>;
  readonly log: Log;
  readonly now: () => number;
  /** Called with the `Date` header of every answer that has one. */
  readonly onDate?: (date: string) => void;
  readonly random: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const defaultDeadlines: GatewayDeadlines = { page: 15_000, catalogue: 120_000, offers: 15_000, purchase: 30_000 };

type CallName = 'list' | 'filter' | 'offers' | 'purchase';

interface ReadCall {
  readonly name: CallName;
  readonly call: Call;
  readonly defaultMs: number;
}

export function createGateway(options: GatewayOptions): Gateway {
  const { log, now, random, operatorNames, operator2Path, purchaseStyle, topUpPath = null } = options;
  const patterns = {
    success: options.successPattern,
    accountEmpty: options.accountEmptyPattern ?? defaultAccountEmptyPattern,
  };
  const deadlines = { ...defaultDeadlines, ...options.deadlines };
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }));
  const transport = createGatewayTransport(options);

  function logged<T, E extends GatewayFailure>(call: CallName, result: Result<T, E>): Result<T, E> {
    if (!result.ok) {
      const { kind } = result.error;
      const why = 'why' in result.error ? result.error.why : `status ${result.error.status}`;
      log.warn({ call, kind, why }, 'gateway call failed');
    }
    return result;
  }

  /** All attempts share one deadline. */
  async function read<T>(
    { name, call, defaultMs }: ReadCall,
    { deadlineMs = defaultMs, signal: stop }: CallOptions,
    understand: (answer: Answer) => Promise<Result<T, BodyEnd | ReadFailure>>,
  ): Promise<Result<T, ReadFailure>> {
    const deadline = createDeadline(deadlineMs, stop);
    const until = now() + deadlineMs;
    const attempt = async (): Promise<Result<T, ReadFailure>> => {
      const sendResult = await transport.send(call, deadline.signal);
      if (!sendResult.ok) {
        const why = sendResult.error === 'late' ? deadline.lateness() : sendResult.error;
        return err({ kind: 'unavailable', why, retryAfterMs: null });
      }
      const refused = await refusedRead(sendResult.value);
      const result = refused === null ? await understand(sendResult.value) : err(refused);
      if (result.ok) return result;
      return err(typeof result.error === 'string' ? readEnding(result.error, deadline) : result.error);
    };
    const rules = { random, sleep, signal: deadline.signal, remainingMs: () => until - now() };
    return logged(name, await withRetries(attempt, rules));
  }

  async function readPage(
    asked: ReadCall,
    wanted: (product: Product) => boolean,
    callOptions: CallOptions = {},
  ): Promise<Result<ProductPage, ReadFailure>> {
    const result = await read(asked, callOptions, (answer) => readProducts(answer, wanted));
    if (result.ok && result.value.dropped + result.value.droppedCategories > 0) {
      const { dropped, droppedCategories } = result.value;
      log.warn({ call: asked.name, dropped, droppedCategories }, 'gateway sent unreadable elements');
    }
    return result;
  }

  const gateway: Gateway = {
    listProducts: (query = {}, callOptions) =>
      readPage({ name: 'list', call: listCall(query), defaultMs: deadlines.page }, () => true, callOptions),

    filterProducts(query, callOptions) {
      const { operatorId, unpaginated } = query;
      const wanted = (product: Product) => operatorId === undefined || product.operatorId === operatorId;
      const defaultMs = unpaginated ? deadlines.catalogue : deadlines.page;
      return readPage({ name: 'filter', call: filterCall(query, operatorNames), defaultMs }, wanted, callOptions);
    },

    allProducts(query = {}, callOptions) {
      if (query.from === 'filter') {
        const { from: _, ...filter } = query;
        return eachPage((page) => gateway.filterProducts({ ...filter, page }, callOptions));
      }
      // Sorts by id: a product added meanwhile comes last and moves no other to a page already read.
      const { from: _, ...list } = query;
      return eachPage((page) => gateway.listProducts({ order: 'id', direction: 'asc', ...list, page }, callOptions));
    },

    async personalOffers(mobile, callOptions = {}) {
      assertMobile(mobile);
      const call: Call = {
        method: 'POST',
        path: `/api/${encodeURIComponent(operator2Path)}/offers/`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mobile }),
      };
      const result = await read({ name: 'offers', call, defaultMs: deadlines.offers }, callOptions, async (answer) => {
        const json = await readJson(answer);
        return json.ok ? readOffers(json.value, answer.status) : json;
      });
      if (result.ok && result.value.dropped > 0) {
        log.warn({ call: 'offers', dropped: result.value.dropped }, 'gateway sent unreadable elements');
      }
      return result;
    },

    purchaseRoute: (type) => purchaseRoute(purchaseStyle, type === 'topup' ? topUpPath : null),

    async buyPackage({ key, body, route }, { deadlineMs = deadlines.purchase, signal: stop } = {}) {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new TypeError('a purchase needs an idempotency key');
      const deadline = createDeadline(deadlineMs, stop);
      const sendResult = await transport.send(purchaseCall(route, key, body), deadline.signal);
      if (!sendResult.ok) {
        const why = sendResult.error === 'late' ? deadline.lateness() : sendResult.error;
        return logged('purchase', err({ kind: 'unsure', why, retryAfterMs: null }));
      }
      const { status, retryAfterMs } = sendResult.value;
      const jsonResult = await readJson(sendResult.value);
      const json = jsonResult.ok ? jsonResult : err(endingWords(jsonResult.error, deadline));
      return logged('purchase', purchaseOutcome({ status, retryAfterMs, json }, patterns));
    },

    close: () => transport.close(),
  };
  return gateway;
}

/** One time limit for connecting, waiting and reading. `stop` lets the caller abort earlier. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Says why the signal was aborted. */
  lateness(): string;
}

export function createDeadline(ms: number, stop: AbortSignal | undefined): Deadline {
  const timeout = AbortSignal.timeout(ms);
  return {
    signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    lateness: () => (stop?.aborted ? 'stopped' : `no answer in ${ms / 1000} s`),
  };
}

export function endingWords(end: BodyEnd, deadline: Deadline): string {
  if (end === 'late') return deadline.lateness();
  if (end === 'cut') return 'connection cut';
  return `answer is ${end}`;
}

export function readEnding(end: BodyEnd, deadline: Deadline): ReadFailure {
  const why = endingWords(end, deadline);
  return end === 'late' || end === 'cut'
    ? { kind: 'unavailable', why, retryAfterMs: null }
    : { kind: 'malformed', why };
}

interface RetryRules {
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly remainingMs: () => number;
  readonly signal: AbortSignal;
}

const tries = 3;
const firstDelayMs = 200;

/** Retries reads only. The purchase worker repeats purchases with their stored key. */
export async function withRetries<T>(
  attempt: () => Promise<Result<T, ReadFailure>>,
  { random, sleep, remainingMs, signal }: RetryRules,
): Promise<Result<T, ReadFailure>> {
  for (let tried = 1; ; tried++) {
    const result = await attempt();
    if (result.ok || result.error.kind !== 'unavailable' || tried === tries || signal.aborted) return result;
    const delay = (result.error.retryAfterMs ?? 0) + random() * firstDelayMs * 2 ** (tried - 1);
    if (delay >= remainingMs()) return result;
    try {
      await sleep(delay, signal);
    } catch {
      return result;
    }
  }
}
