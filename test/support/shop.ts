import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import type { Product } from '#domain/product.ts';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import { createLog, type Log } from '#log.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import { createClock as createShopClock } from '#shop/base/clock.ts';
import { type Delivery, subjectOf } from '#shop/base/outbox/outbox.ts';
import type { DailyLimits } from '#shop/base/wallet/daily-limit.ts';
import { tally } from '#shop/buying/bulk/batch.ts';
import type { Order, OrderedItem } from '#shop/buying/orders/order.ts';
import type { SendHook } from '#shop/connecting/reselling/delivery-worker.ts';
import type { PaymentSetup } from '#shop/money/payments/payments.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import { assembleShop, type Shop } from '#shop/shop.ts';
import type { BroadcastWorkerDeps } from '#shop/support/broadcasts/broadcast-worker.ts';
import { type Database, type DatabaseDeps, type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { type Clock, createUnevenClock } from './clock.ts';
import { type DatabaseKind, emptyPostgres, makeDatabase, type TestDatabase } from './databases.ts';
import { createMarket, type Market, onMarket } from './market.ts';
import { gatewayToken, openSandbox, operatorNames, type SandboxGateway } from './sandbox-gateway.ts';

export const ownerId = 1;
export const buyerId = 100;
export const strangerId = 200;
/** A number of operator 2, which has personal offers. */
export const subscriber = '989351234567';
/** Operator 1's prepaid top-up of 10,000 rials: 11,000 with VAT. */
export const topUpId = 37;
/** Operator 1's prepaid top-up of any amount from 10,000 to 2,000,000 rials. */
export const rangedTopUpId = 17;

export const quiet: Log = createLog('silent');

export type Kind = DatabaseKind;

/** One database for the tests of a suite, emptied before each. */
export function useDatabase(kind: Kind, deps: Partial<DatabaseDeps> = {}) {
  let made: TestDatabase | undefined;
  let opened: Database | undefined;
  const ready = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The database is there once the suite has begun.');
    return value;
  };
  beforeAll(async () => {
    made = await makeDatabase(kind);
    opened = await openDatabase(made.settings, { log: quiet, ...deps });
  });
  beforeEach(() => emptyTables(ready(opened)));
  afterAll(async () => {
    await opened?.close();
    await made?.remove();
  });
  return {
    get database(): Database {
      return ready(opened);
    },
    get settings(): DatabaseSettings {
      return ready(made).settings;
    },
  };
}

export async function tablesOf({ db }: Database): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name);
}

export async function emptyTables(database: Database): Promise<void> {
  if (database.kind === 'postgres') await sql.raw(emptyPostgres).execute(database.db);
  else for (const name of await tablesOf(database)) await sql`delete from ${sql.table(name)}`.execute(database.db);
}

/** Row counts, without copies of the catalogue and of offers. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await tablesOf(database)) {
    if (name === 'key_values') continue;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      database.db,
    );
    counts[name] = rows[0]?.count ?? Number.NaN;
  }
  return counts;
}

export interface ShopWorld {
  readonly clock: Clock;
  readonly sandbox: SandboxGateway;
  readonly market: Market;
  readonly gateway: Gateway;
  readonly database: Database;
  readonly shop: Shop;
  /** Alerts, in order. */
  readonly alerts: Alert[];
  /** States that buyers were shown, in order. */
  readonly told: Order[];
  /** The content of each message, by id. */
  readonly screens: Map<number, string>;
  readonly purchaseWorker: ReturnType<Shop['createWorkers']>['purchaseWorker'];
  readonly clockWorker: ReturnType<Shop['createWorkers']>['clockWorker'];
  readonly receipts: ReturnType<Shop['createWorkers']>['receiptWorker'];
  readonly alertWorker: ReturnType<Shop['createWorkers']>['alertWorker'];
  readonly broadcastWorker: ReturnType<Shop['createWorkers']>['broadcastWorker'];
  readonly expiryWorker: ReturnType<Shop['createWorkers']>['expiryWorker'];
  readonly paymentWorker: ReturnType<Shop['createWorkers']>['paymentWorker'];
  readonly planWorker: ReturnType<Shop['createWorkers']>['planWorker'];
  readonly settlementWorker: ReturnType<Shop['createWorkers']>['settlementWorker'];
  readonly deliveryWorker: ReturnType<Shop['createWorkers']>['deliveryWorker'];
  /** A second process on the same database and gateway. */
  another(database?: Database): Promise<ShopWorld>;
  product(wanted: (product: Product) => boolean): Product;
  /** A quote that must succeed. */
  quote(asked?: Asked): Promise<Order>;
  /** Quoted and confirmed by a buyer with money. */
  buy(asked?: Asked): Promise<Order>;
  stands(order: Order): Promise<Order>;
}

export interface Asked {
  readonly idempotencySource?: string;
  readonly buyer?: number;
  readonly mobile?: string;
  readonly item?: OrderedItem;
  readonly simType?: 'prepaid' | 'postpaid';
}

export interface WorldOptions {
  readonly clock?: Clock;
  readonly sandbox?: SandboxGateway;
  readonly token?: string;
  /** The purchase deadline: long, because late answers on a busy machine are not the subject. */
  readonly purchaseMs?: number;
  readonly keyHours?: number;
  readonly dailyLimits?: DailyLimits;
  readonly random?: () => number;
  /** Called before anything is shown; without a result it is shown. */
  readonly deliver?: (what: ReceiptSubject, telling: ReceiptContext) => Promise<ReceiptResult | undefined>;
  readonly tellOwner?: (ownerId: number, alert: Alert) => Promise<Delivery>;
  readonly ownerIds?: readonly number[];
  readonly payments?: PaymentSetup;
  readonly announcing?: Partial<Pick<BroadcastWorkerDeps, 'send' | 'report'>>;
  readonly lowBalance?: number;
  readonly vatPercent?: number;
  readonly successPattern?: RegExp;
  readonly pace?: Parameters<Shop['createWorkers']>[1];
  readonly gateway?: (real: Gateway) => Gateway;
  readonly gatewayUrl?: string;
  /** With it agents may use the API. */
  readonly sendHook?: SendHook;
  readonly log?: Log;
}

/** A whole shop on a real sandbox gateway, with its catalogue loaded. */
export async function openWorld(database: Database, options: WorldOptions = {}): Promise<ShopWorld> {
  const sandbox = options.sandbox ?? (await openSandbox());
  const clock = options.clock ?? createUnevenClock();
  const market = createMarket();
  const real = createGateway({
    baseUrl: sandbox.url,
    token: options.token ?? gatewayToken,
    operator2Path: 'operator2',
    operatorNames,
    purchaseStyle: 'post-form',
    successPattern: options.successPattern ?? null,
    deadlines: { purchase: options.purchaseMs ?? 10_000 },
    log: quiet,
    now: Date.now,
    random: () => 0,
    sleep: () => Promise.resolve(),
  });
  onTestFinished(() => real.close());
  const seen = onMarket(real, market);
  const world = assemble(database, options, {
    clock,
    sandbox,
    market,
    screens: new Map(),
    gateway: options.gateway?.(seen) ?? seen,
  });
  await world.shop.catalogue.refresh();
  return world;
}

type Surroundings = Pick<ShopWorld, 'clock' | 'sandbox' | 'market' | 'gateway' | 'screens'>;

let updates = 0;
let messages = 1_000;

/** The name of an update that was not there before. */
export function newUpdate(): string {
  updates += 1;
  return `update:${updates}`;
}

let numbers = 0;

/** A number that there was no sale for: of the same sale a newer quote would retire the older one. */
export function newNumber(): string {
  numbers += 1;
  return `98935${String(numbers).padStart(7, '0')}`;
}

/** Updates every message, and sends one if there is none. */
export function deliverTo(
  screens: Map<number, string>,
  what: ReceiptSubject,
  { messages: known, told }: ReceiptContext,
): ReceiptResult {
  const shown = stateOf(what);
  for (const { messageId, shown: before } of known) if (before !== shown) screens.set(messageId, shown);
  const current = known.map((message) => ({ ...message, shown }));
  if (current.length > 0 || told === shown) return { kind: 'delivered', messages: current };
  messages += 1;
  screens.set(messages, shown);
  return { kind: 'delivered', messages: [{ ...placeOf(what), messageId: messages, view: 'receipt', shown }] };
}

function placeOf(what: ReceiptSubject) {
  switch (what.kind) {
    case 'order':
      return { chatId: what.order.buyerId, subject: subjectOf(what.order) } as const;
    case 'batch':
      return { chatId: what.batch.sellerId, subject: `batch:${what.batch.id}` } as const;
    case 'payment':
      return { chatId: what.payment.personId, subject: `payment:${what.payment.id}` } as const;
  }
}

/** An order's state, or the number of open orders of a list. */
export function stateOf(what: ReceiptSubject): string {
  switch (what.kind) {
    case 'order':
      return what.order.state;
    case 'batch':
      return `${tally(what.batch).waiting} open`;
    case 'payment':
      return what.payment.state;
  }
}

function assemble(database: Database, options: WorldOptions, around: Surroundings): ShopWorld {
  const { clock, gateway } = around;
  const shop = assembleShop({
    database,
    gateway,
    gatewayUrl: options.gatewayUrl ?? null,
    log: options.log ?? quiet,
    operators: defaultOperators,
    ownerIds: options.ownerIds ?? [ownerId],
    lowBalance: options.lowBalance ?? null,
    vatPercent: options.vatPercent ?? 10,
    quoteMinutes: 10,
    keyHours: options.keyHours ?? 24,
    ...(options.dailyLimits ? { dailyLimits: options.dailyLimits } : {}),
    ...(options.payments ? { payments: options.payments } : {}),
    isApiOn: options.sendHook !== undefined,
    clock: createShopClock({ wall: clock.now, steady: clock.steady }),
    random: options.random ?? (() => 0.5),
  });
  const alerts: Alert[] = [];
  const told: Order[] = [];
  const { screens } = around;
  const deliver = async (what: ReceiptSubject, telling: ReceiptContext): Promise<ReceiptResult> => {
    const answer = (await options.deliver?.(what, telling)) ?? deliverTo(screens, what, telling);
    if (answer.kind !== 'delivered') return answer;
    if (what.kind === 'order' && what.order.state !== telling.told) told.push(what.order);
    return answer;
  };
  const tellOwner = async (to: number, alert: Alert): Promise<Delivery> => {
    const delivery = (await options.tellOwner?.(to, alert)) ?? { kind: 'delivered' };
    if (delivery.kind === 'delivered') alerts.push(alert);
    return delivery;
  };
  const announcing: Pick<BroadcastWorkerDeps, 'send' | 'report'> = {
    send: async () => ({ kind: 'sent' }),
    report: async () => true,
    ...options.announcing,
  };
  const deliverSupport = async () => ({ kind: 'done', how: 'sent' }) as const;
  const { sendHook } = options;
  const tell = { deliver, tellOwner, announcing, deliverSupport, ...(sendHook ? { sendHook } : {}) };
  const workers = shop.createWorkers(tell, options.pace);

  async function quote(asked: Asked = {}): Promise<Order> {
    const { idempotencySource = newUpdate(), buyer = buyerId, mobile = subscriber, simType = 'prepaid' } = asked;
    const item = asked.item ?? { kind: 'product', productId: topUpId, amount: null };
    const quoted = await shop.orders.quote({ idempotencySource, buyerId: buyer, wanted: { item, mobile, simType } });
    if (!quoted.ok) throw new Error(`No quote: ${quoted.error.code}`);
    return quoted.value;
  }

  const world: ShopWorld = {
    ...around,
    ...workers,
    receipts: workers.receiptWorker,
    database,
    shop,
    alerts,
    told,
    quote,
    another: async (other = database) => {
      const second = assemble(other, options, around);
      await second.shop.catalogue.refresh();
      return second;
    },
    product: (wanted) => {
      for (let id = 1; id <= 110; id += 1) {
        const product = shop.catalogue.product(id);
        if (product && wanted(product)) return product;
      }
      throw new Error('The sandbox sells nothing like that.');
    },
    buy: async (asked = {}) => {
      const order = await quote(asked);
      await shop.wallet.grant({
        key: order.id,
        personId: order.buyerId,
        amount: order.total,
        actor: 'owner',
        note: null,
      });
      const { buyerId: by } = order;
      messages += 1;
      const messageId = messages;
      const confirmed = await shop.orders.confirm({
        orderId: order.id,
        by,
        idempotencySource: `tap:${order.id}`,
        messageId,
      });
      if (!confirmed.ok) throw new Error(`Not confirmed: ${confirmed.error.failure.code}`);
      return confirmed.value;
    },
    stands: async ({ id }) => {
      const order = await shop.orders.find(id);
      if (!order) throw new Error('The order is gone.');
      return order;
    },
  };
  return world;
}
