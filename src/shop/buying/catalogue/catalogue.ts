import type { Product } from '#domain/product.ts';
import type { ReadFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { createCopyStore } from './copy.ts';
import { loadProducts, type SuspectReason, suspectReason } from './load.ts';
import { createCategorySharing } from './share-categories.ts';
import { buildSnapshot, emptySnapshot, type Snapshot } from './snapshot.ts';

export interface Catalogue extends Omit<Snapshot, 'products' | 'onSale'> {
  status(): CatalogueStatus;
  /** All products by id; the same array until the next load. */
  products(): readonly Product[];
  /** Joins a load in progress. Never rejects: see `status().problem`. */
  refresh(): Promise<CatalogueStatus>;
  /** Serves the stored copy, if any, while the first load runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Updates the balance in `status()`. False without an answer in time. */
  askBalance(deadlineMs: number): Promise<boolean>;
  /** The product as the gateway has it now. */
  freshProduct(product: Product, deadlineMs?: number): Promise<FreshProduct>;
}

export interface CatalogueStatus {
  /** When the served products were loaded; null before the first. */
  readonly asOf: number | null;
  readonly ageMs: number | null;
  readonly source: 'gateway' | 'copy' | null;
  readonly products: number;
  readonly onSale: number;
  /** Elements of the last load that could not be read. */
  readonly dropped: number;
  /** Our account at the gateway, as of the last answer. */
  readonly balance: number | null;
  /** In an agent's shop, the account without credit; null if the gateway reports only the balance. */
  readonly wallet: number | null;
  readonly balanceAt: number | null;
  /** Why the last load failed; null if it succeeded. */
  readonly problem: CatalogueProblem | null;
  readonly refreshing: boolean;
}

interface CatalogueProblem {
  readonly since: number;
  readonly failure: ReadFailure | { readonly kind: SuspectReason };
}

export interface CatalogueDeps {
  readonly gateway: Pick<Gateway, 'allProducts' | 'filterProducts' | 'listProducts'>;
  readonly store: KeyValue<string>;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly onBalance?: (balance: number, at: number) => Promise<unknown>;
  /** Returns the function that cancels it. */
  readonly schedule?: (ms: number, run: () => void) => () => void;
  readonly everyMs?: number;
}

const firstRetryMs = 15_000;
/** The shortest pause between reloads that missing products trigger. */
const minReloadMs = 60_000;

export function createCatalogue(deps: CatalogueDeps): Catalogue {
  const { gateway, log, now, random, onBalance, everyMs = 10 * 60_000, schedule = later } = deps;
  const copies = createCopyStore(deps.store, now);
  const stopping = new AbortController();
  let snapshot = emptySnapshot;
  let asOf: number | null = null;
  let askedAt = 0;
  let source: CatalogueStatus['source'] = null;
  let dropped = 0;
  let balance: number | null = null;
  let balanceAt: number | null = null;
  let notingBalance: Promise<unknown> = Promise.resolve();
  let problem: CatalogueProblem | null = null;
  let suspected: { readonly kind: SuspectReason; readonly since: number } | null = null;
  let failures = 0;
  let underWay: Promise<CatalogueStatus> | null = null;
  let running = false;
  let cancel = () => {};
  let askingBalance: Promise<boolean> | null = null;
  /** Concurrent checks of one product share a call. */
  const asking = new Map<Product, Promise<FreshProduct>>();

  async function askBalance(deadlineMs: number): Promise<boolean> {
    const start = now();
    // The gateway sends the balance with every list of products; one product is enough.
    const answer = await gateway.listProducts({ page: 1, perPage: 1 }, { deadlineMs, signal: stopping.signal });
    if (answer.ok) noteBalance(answer.value.balance, start);
    await notingBalance;
    return answer.ok;
  }

  async function askAfresh(product: Product, deadlineMs: number): Promise<FreshProduct> {
    const start = now();
    const fresh = await fetchProduct(gateway, product, deadlineMs, (amount) => noteBalance(amount, start));
    if (fresh.kind === 'gone' && running && now() - askedAt > minReloadMs) void refresh();
    return fresh;
  }

  function status(): CatalogueStatus {
    return {
      asOf,
      ageMs: asOf === null ? null : Math.max(0, now() - asOf),
      source,
      products: snapshot.products.length,
      onSale: snapshot.onSale,
      dropped,
      balance,
      wallet: null,
      balanceAt,
      problem,
      refreshing: underWay !== null,
    };
  }

  function fail(failure: CatalogueProblem['failure']): void {
    failures++;
    problem = { since: problem?.since ?? now(), failure };
    log.warn({ kind: failure.kind, failures, ageMs: status().ageMs }, 'catalogue not refreshed');
  }

  function noteBalance(amount: number | null, at: number): void {
    if (amount === null || (balanceAt !== null && at < balanceAt)) return;
    balance = amount;
    balanceAt = at;
    const noting = onBalance?.(amount, at);
    if (!noting) return;
    const noted = noting.catch(() => log.error('balance not noted; the next one will be'));
    // Forgets results, which would otherwise grow for as long as the process runs.
    notingBalance = Promise.all([notingBalance, noted]).then(() => undefined);
  }

  async function load(): Promise<void> {
    const loadedAt = now();
    askedAt = loadedAt;
    const load = await loadProducts(gateway, stopping.signal, (amount) => noteBalance(amount, loadedAt));
    if (!load.ok) {
      if (!stopping.signal.aborted) fail(load.error);
      return;
    }
    dropped = load.value.dropped;
    const suspect = suspectReason(load.value, snapshot.products.length);
    if (suspect) {
      if (suspected?.kind !== suspect) suspected = { kind: suspect, since: loadedAt };
      if (suspect === 'unreadable' || loadedAt - suspected.since < everyMs) return fail({ kind: suspect });
      log.error(
        { kind: suspect, before: snapshot.products.length },
        'doubtful catalogue accepted after repeated loads',
      );
    }
    snapshot = await buildSnapshot(load.value.products);
    asOf = loadedAt;
    source = 'gateway';
    problem = null;
    suspected = null;
    failures = 0;
    log.info({ products: snapshot.products.length, onSale: snapshot.onSale, dropped }, 'catalogue loaded');
    try {
      await copies.save({ products: snapshot.products, asOf: loadedAt, balance });
    } catch {
      log.error('catalogue copy not saved');
    }
  }

  function refresh(): Promise<CatalogueStatus> {
    underWay ??= load()
      .catch((error: unknown) => {
        log.error({ error: error instanceof Error ? error.name : typeof error }, 'catalogue refresh failed');
      })
      .then(() => {
        underWay = null;
        plan();
        return status();
      });
    return underWay;
  }

  /** Back-off after failures; jitter, because all replicas fail at the same time. */
  function plan(): void {
    cancel();
    if (!running) return;
    const retryAfterMs = problem && 'retryAfterMs' in problem.failure ? (problem.failure.retryAfterMs ?? 0) : 0;
    const pause = failures === 0 ? everyMs : Math.min(everyMs, firstRetryMs * 2 ** (failures - 1));
    cancel = schedule(Math.max(retryAfterMs, pause * (0.8 + 0.4 * random())), () => void refresh());
  }

  async function restore(): Promise<void> {
    try {
      const copy = await copies.restore();
      if (!copy || asOf !== null) return;
      snapshot = await buildSnapshot(copy.products);
      ({ asOf, balance } = copy);
      balanceAt = balance === null ? null : asOf;
      source = 'copy';
      log.info({ products: snapshot.products.length, ageMs: status().ageMs }, 'catalogue restored');
    } catch {
      log.error('catalogue copy not readable');
    }
  }

  return {
    status,
    refresh,
    async start() {
      running = true;
      await restore();
      const first = refresh();
      if (asOf === null) await first;
    },
    async stop() {
      running = false;
      cancel();
      stopping.abort();
      await underWay;
      await notingBalance;
    },
    askBalance: (deadlineMs) => {
      askingBalance ??= askBalance(deadlineMs).finally(() => {
        askingBalance = null;
      });
      return askingBalance;
    },
    freshProduct(product, deadlineMs = 3_000) {
      const fresh = asking.get(product) ?? askAfresh(product, deadlineMs).finally(() => asking.delete(product));
      asking.set(product, fresh);
      return fresh;
    },
    products: () => snapshot.products,
    product: (id) => snapshot.product(id),
    shelf: (place, view) => snapshot.shelf(place, view),
    search: (query, filter) => snapshot.search(query, filter),
    operators: (filter) => snapshot.operators(filter),
    simTypes: (filter) => snapshot.simTypes(filter),
    types: (filter) => snapshot.types(filter),
  };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** A found product may be off sale: see `onSale`. */
export type FreshProduct =
  | { readonly kind: 'found'; readonly product: Product }
  | { readonly kind: 'gone' }
  | { readonly kind: 'no-answer' };

/** There is no call for one product, so similar products are filtered and the one with its id is picked. */
export async function fetchProduct(
  gateway: Pick<Gateway, 'filterProducts'>,
  { id, name, operatorId, type, simType, categories }: Product,
  deadlineMs: number,
  onBalance: (balance: number | null) => void = () => undefined,
): Promise<FreshProduct> {
  // Without categories: they are kept as they were.
  const query = { name, operatorId, type, simType, unpaginated: true };
  const answer = await gateway.filterProducts(query, { deadlineMs });
  if (!answer.ok) return { kind: 'no-answer' };
  const { products, dropped, page, balance } = answer.value;
  onBalance(balance);
  const product = products.find((candidate) => candidate.id === id);
  if (product) return { kind: 'found', product: createCategorySharing()({ ...product, categories }) };
  // It may be unreadable or on another page, which does not mean that it is gone.
  return { kind: dropped > 0 || (page.last ?? 1) > 1 ? 'no-answer' : 'gone' };
}
