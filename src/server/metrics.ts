import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Build } from '#build.ts';
import { withTimeout } from '#with-timeout.ts';

interface MetricsSnapshot {
  readonly orders: Readonly<Record<string, number>>;
  /** Age of the oldest order without a definite answer. */
  readonly unsureSeconds: number;
  readonly heldRials: number;
  readonly receiptsWaiting: number;
  /** Payments that are open, or ended in the last 24 hours. */
  readonly payments: readonly { readonly method: string; readonly state: string; readonly count: number }[];
  /** Payments that the payer calls paid, or of which the provider is unsure. */
  readonly paymentsWaiting: number;
  readonly paymentSeconds: number;
  readonly supportWaiting: number;
  readonly plansActive: number;
  /** Cycles that are due; a null problem means that no attempt was made yet. */
  readonly cyclesDue: readonly { readonly problem: string | null; readonly count: number }[];
  readonly catalogueSeconds: number | null;
  readonly gatewayRials: number | null;
  readonly backupSeconds: number | null;
  readonly hasBackupFailed: boolean;
  /** Agents' own bots, by the name of their shop. */
  readonly shops: readonly ShopFacts[];
}

export interface ShopFacts {
  readonly shop: string;
  readonly bot: string;
  readonly isRunning: boolean;
  readonly openOrders: number;
}

export interface FreeSpace {
  /** The folder's content. */
  readonly folder: 'database' | 'backups';
  readonly bytes: number;
}

/** The answer of `/readyz`. */
export type Readiness = Readonly<Record<'ready' | 'database' | 'gateway' | 'telegram', boolean>>;

interface Sources {
  /** Reads the state of the database. */
  readonly read: () => Promise<MetricsSnapshot>;
  readonly freeSpace: () => Promise<readonly FreeSpace[]>;
}

export interface Metrics {
  update(kind: string, seconds: number): void;
  /** Counts an update that the rate limit rejected. */
  limited(kind: string): void;
  gatewayCall(call: string, outcome: string, seconds: number): void;
  /** Records a call of our own API by call and status. */
  apiCall(call: string, status: number, seconds: number): void;
  ended(state: string): void;
  /** Records how long after Confirm a buyer sees the end of a purchase. */
  told(seconds: number): void;
  /** The metrics in the Prometheus text format. */
  text(readiness: Readiness): Promise<string>;
}

const handling = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3, 10];
const calling = [0.01, 0.05, 0.1, 0.5, 1, 3, 10, 30];
const telling = [1, 3, 10, 30, 60, 300, 1_800];

/** Shorter than a scrape timeout. */
const factsMs = 3_000;

/** Counts events as they happen, and reads the database at each scrape. */
export function createMetrics({ read, freeSpace }: Sources, { version, commit }: Build): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  // Adds memory, handles, garbage collection and event loop lag.
  collectDefaultMetrics({ register: registry });

  const updates = new Histogram({
    name: 'sharj_update_seconds',
    help: 'Handling of one Telegram update, by kind',
    labelNames: ['kind'],
    buckets: handling,
    registers,
  });
  const apiCalls = new Histogram({
    name: 'sharj_api_seconds',
    help: "One call of the shop's own API, by call and status",
    labelNames: ['call', 'status'],
    buckets: calling,
    registers,
  });
  const calls = new Histogram({
    name: 'sharj_gateway_seconds',
    help: 'One call of the gateway, by call and outcome',
    labelNames: ['call', 'outcome'],
    buckets: calling,
    registers,
  });
  const limited = new Counter({
    name: 'sharj_updates_limited_total',
    help: 'Updates turned away because their chat sent too many, by kind',
    labelNames: ['kind'],
    registers,
  });
  const ended = new Counter({
    name: 'sharj_orders_ended_total',
    help: 'Orders ended here, by state',
    labelNames: ['state'],
    registers,
  });
  const told = new Histogram({
    name: 'sharj_purchase_told_seconds',
    help: 'From Confirm until the buyer sees how the purchase ended',
    buckets: telling,
    registers,
  });
  const failures = new Counter({ name: 'sharj_scrape_failures_total', help: 'Scrapes without the facts', registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  /** A gauge that is absent while unknown, so that alerts do not read zero. */
  const fact = (name: string, help: string) => {
    const its = gauge(name, help);
    its.remove();
    return { set: (value: number | null) => (value === null ? its.remove() : its.set(value)) };
  };
  gauge('sharj_build_info', '1; its labels say which build runs', ['version', 'commit']).set(
    { version, commit: commit ?? '' },
    1,
  );
  const up = {
    ready: gauge('sharj_ready', '1: /readyz answers 200'),
    database: gauge('sharj_database_up', '1: the database answers'),
    gateway: gauge('sharj_gateway_up', '1: the catalogue could be refreshed'),
    telegram: gauge('sharj_telegram_up', '1: Telegram answers'),
  };
  const free = gauge('sharj_disk_free_bytes', 'Free space where the database and the backups are kept', ['folder']);
  const orders = gauge('sharj_orders', 'Orders that have not ended, by state', ['state']);
  const unsure = fact('sharj_unsure_age_seconds', 'Age of the oldest order without a definite answer');
  const held = fact('sharj_wallet_held_rials', 'Money on hold for open orders');
  const receipts = fact('sharj_receipts_waiting', 'Receipts that have not reached their buyer');
  const payments = gauge(
    'sharj_payments',
    'Payments that are open or ended in the last 24 hours, by method and state',
    ['method', 'state'],
  );
  const waiting = fact('sharj_payments_waiting', 'Payments that wait for an answer or an owner');
  const waitingAge = fact('sharj_payments_waiting_age_seconds', 'Age of the oldest payment that waits');
  const asking = fact('sharj_support_waiting', 'Support conversations that wait for an answer');
  const plans = fact('sharj_plans_active', 'Plans that buy by themselves');
  const cycles = gauge('sharj_plan_cycles_due', 'Cycles of plans that are due and not bought yet, by problem', [
    'problem',
  ]);
  const shelves = fact('sharj_catalogue_age_seconds', 'Age of the catalogue that is served');
  const balance = fact('sharj_gateway_balance_rials', 'Our balance at the gateway, as last told');

  const shopsUp = gauge('sharj_shop_up', "1: an agent's bot runs here", ['shop', 'bot']);
  const shopsOpen = gauge('sharj_shop_orders_open', "Orders of an agent's bot that wait for an answer", [
    'shop',
    'bot',
  ]);
  const backup = fact('sharj_backup_age_seconds', 'Age of the last backup; absent: there is none');
  const backupFailed = fact('sharj_backup_failed', '1: the last attempt at a backup failed');

  async function refresh(): Promise<void> {
    const facts = await read();
    for (const [state, count] of Object.entries(facts.orders)) orders.set({ state }, count);
    unsure.set(facts.unsureSeconds);
    held.set(facts.heldRials);
    receipts.set(facts.receiptsWaiting);
    payments.reset();
    for (const { method, state, count } of facts.payments) payments.inc({ method, state }, count);
    waiting.set(facts.paymentsWaiting);
    waitingAge.set(facts.paymentSeconds);
    asking.set(facts.supportWaiting);
    plans.set(facts.plansActive);
    cycles.reset();
    for (const { problem, count } of facts.cyclesDue) cycles.inc({ problem: problem ?? 'none' }, count);
    shelves.set(facts.catalogueSeconds);
    balance.set(facts.gatewayRials);
    backup.set(facts.backupSeconds);
    backupFailed.set(facts.hasBackupFailed ? 1 : 0);
    shopsUp.reset();
    shopsOpen.reset();
    for (const { shop, bot, isRunning, openOrders } of facts.shops) {
      shopsUp.set({ shop, bot }, isRunning ? 1 : 0);
      if (isRunning) shopsOpen.set({ shop, bot }, openOrders);
    }
  }

  /** Concurrent scrapes share one read, even if an earlier scrape gave up on it. */
  let refreshing: Promise<void> | null = null;
  const refreshOnce = () => {
    refreshing ??= refresh()
      .catch(() => failures.inc())
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };

  async function measureDisks(): Promise<void> {
    free.reset();
    for (const { folder, bytes } of await freeSpace()) free.set({ folder }, bytes);
  }

  return {
    update: (kind, seconds) => updates.observe({ kind }, seconds),
    limited: (kind) => limited.inc({ kind }),
    apiCall: (call, status, seconds) => apiCalls.observe({ call, status }, seconds),
    gatewayCall: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
    ended: (state) => ended.inc({ state }),
    told: (seconds) => told.observe(seconds),
    text: async (readiness) => {
      for (const part of Object.keys(up) as (keyof Readiness)[]) up[part].set(readiness[part] ? 1 : 0);
      await measureDisks();
      // A slow or unreachable database does not hide the metrics of the process.
      if (!(await withTimeout(factsMs, refreshOnce()))) failures.inc();
      return registry.metrics();
    },
  };
}
