import { randomBytes, randomUUID } from 'node:crypto';
import type { Operators } from '../domain/operators.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Log } from '../log.ts';
import { createAlerts } from '../shop/alerting/alerts.ts';
import { createHerald, type HeraldDeps } from '../shop/alerting/herald.ts';
import { createAnnouncements } from '../shop/announcing/announcements.ts';
import { type CrierDeps, createCrier } from '../shop/announcing/crier.ts';
import { createBatches } from '../shop/bulk/batches.ts';
import { createCatalogue } from '../shop/catalogue/catalogue.ts';
import { createOffers } from '../shop/offers/offers.ts';
import { createDeciding } from '../shop/orders/deciding.ts';
import { usualLeaseMs } from '../shop/orders/leasing.ts';
import { createOrders } from '../shop/orders/orders.ts';
import { createPaying } from '../shop/orders/paying.ts';
import { createPricing } from '../shop/orders/pricing.ts';
import { createProofs } from '../shop/orders/proofs.ts';
import { createAgents } from '../shop/people/agents.ts';
import { createAudit } from '../shop/people/audit.ts';
import { createNumbers } from '../shop/people/numbers.ts';
import { createPeople } from '../shop/people/people.ts';
import { createOrderMessages } from '../shop/receipts/order-messages.ts';
import { createReceiptWorker, type ReceiptWorkerDeps } from '../shop/receipts/receipt-worker.ts';
import { createHealthReport } from '../shop/reports/health.ts';
import { createReports } from '../shop/reports/reports.ts';
import { createSheets } from '../shop/reports/sheets.ts';
import { createAccountPause } from '../shop/selling/account-pause.ts';
import { createBalanceWatch } from '../shop/selling/balance-watch.ts';
import { createOutage } from '../shop/selling/outage.ts';
import { createOwnerSwitch } from '../shop/selling/owner-switch.ts';
import { createSelling } from '../shop/selling/selling.ts';
import { createSettler, type SettlerDeps } from '../shop/settling/settler.ts';
import { createSignal } from '../shop/settling/signal.ts';
import { createSweeper } from '../shop/settling/sweeper.ts';
import { createCredit } from '../shop/wallet/credit.ts';
import { createLedgerCheck } from '../shop/wallet/ledger-check.ts';
import { createSpending, type DailyLimits, noLimits } from '../shop/wallet/spending.ts';
import { createWallet } from '../shop/wallet/wallet.ts';
import type { Database } from '../storage/database.ts';
import { createKeyValue } from '../storage/key-value.ts';

export interface ShopParts {
  readonly database: Database;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly operators: Operators;
  readonly ownerIds: readonly number[];
  readonly vatPercent: number;
  readonly quoteMinutes: number;
  readonly keyHours: number;
  readonly dailyLimits?: DailyLimits;
  /** Below this balance at the gateway the owners are told; null: below what an average day sells. */
  readonly lowBalance?: number | null;
  /** How long work is one process's before another may try it. */
  readonly leaseMs?: number;
  readonly now?: () => number;
  readonly random?: () => number;
}

export type Shop = ReturnType<typeof assembleShop>;

/** Everything that sells, without a word of Telegram. What it must tell people goes out through `tell`. */
export function assembleShop(parts: ShopParts) {
  const { database, gateway, log, operators, ownerIds, vatPercent, quoteMinutes, keyHours } = parts;
  const { dailyLimits = noLimits, lowBalance = null, now = Date.now, random = Math.random } = parts;
  const { leaseMs = usualLeaseMs } = parts;
  const purchasesDue = createSignal();
  const receiptsDue = createSignal();
  const alertsDue = createSignal();
  const broadcastsDue = createSignal();
  const due = { purchasesDue, receiptsDue };
  const people = createPeople({ database, now, ownerIds });
  const numbers = createNumbers({ database, operators, now });
  const wallet = createWallet({ database, now, isOwner: people.isOwner });
  const spending = createSpending({ database, isOwner: people.isOwner, limits: dailyLimits, now });
  const selling = createSelling({ database, now });
  const alerts = createAlerts({ ownerIds, now });
  const balanceWatch = createBalanceWatch({ database, alerts, threshold: lowBalance, now });
  const outage = createOutage({ database, alerts, alertsDue, now });
  const accountPause = createAccountPause({ database, selling, alerts, alertsDue });
  const catalogue = createCatalogue({
    gateway,
    store: createKeyValue(database, 'catalogue', now),
    log,
    now,
    random,
    onBalance: (balance, at) => Promise.all([balanceWatch.heard(balance, at), accountPause.heard(balance, at)]),
  });
  const offers = createOffers({ gateway, store: createKeyValue(database, 'offers', now), log });
  const pricing = createPricing({ catalogue, offers, operators, vatPercent });
  const drawn = { now, newKey: randomUUID, randomBytes };
  const orders = createOrders({ database, pricing, wallet, spending, selling, quoteMinutes, ...due, ...drawn });
  const paying = createPaying({ database, quotes: orders, pricing, wallet, spending, selling, now, ...due });
  const orderMessages = createOrderMessages({ database, now, receiptsDue });
  const proofs = createProofs({ database });
  const audit = createAudit({ database, now });
  const ownerSwitch = createOwnerSwitch({ database, selling, audit });
  const deciding = createDeciding({ database, wallet, audit, people, now, receiptsDue });
  const agents = createAgents({ database, audit, alerts, people, now, randomBytes });
  const credit = createCredit({
    database,
    wallet,
    audit,
    people,
    drafts: createKeyValue(database, 'credit', now),
  });
  const batches = createBatches({
    database,
    pricing,
    numbers,
    wallet,
    spending,
    selling,
    audit,
    quoteMinutes,
    ...due,
    ...drawn,
  });
  const ledgerCheck = createLedgerCheck({ database, alerts, alertsDue, now });
  const announcements = createAnnouncements({ database, audit, people, now });
  const health = createHealthReport({ database, catalogue, selling, outage, now });
  const reports = createReports({ database, ownerIds, now });
  const sheets = createSheets({ database });

  /** The loops that finish what handlers began. Any number of processes may run them on one database. */
  function createWorkers(
    tell: Pick<SettlerDeps, 'onEnded'> &
      Pick<ReceiptWorkerDeps, 'deliver'> & {
        readonly tellOwner: HeraldDeps['tell'];
        readonly announcing: Pick<CrierDeps, 'cry' | 'report'>;
      },
    given: Partial<
      Pick<SettlerDeps, 'leaseMs' | 'concurrency' | 'everyMs'> & Pick<CrierDeps, 'perSecond' | 'reportMs'>
    > = {},
  ) {
    const pace = { leaseMs, ...given };
    const receipts = createReceiptWorker({ database, log, now, random, receiptsDue, deliver: tell.deliver, ...pace });
    const crier = createCrier({ database, announcements, log, now, ...tell.announcing, ...pace });
    const herald = createHerald({ database, log, now, random, alertsDue, tell: tell.tellOwner, ...pace });
    const settler = createSettler({
      database,
      gateway,
      catalogue,
      wallet,
      selling,
      accountPause,
      outage,
      log,
      now,
      random,
      keyHours,
      alerts,
      ...(tell.onEnded ? { onEnded: tell.onEnded } : {}),
      purchasesDue,
      receiptsDue,
      alertsDue,
      ...pace,
    });
    broadcastsDue.subscribe(crier.wake);
    return { settler, receipts, herald, crier, sweeper: createSweeper({ database, now, log, ledgerCheck }) };
  }

  return {
    people,
    numbers,
    wallet,
    spending,
    selling,
    ownerSwitch,
    accountPause,
    outage,
    balanceWatch,
    catalogue,
    offers,
    orders,
    orderMessages,
    proofs,
    paying,
    deciding,
    audit,
    agents,
    credit,
    batches,
    announcements,
    wakeCrier: broadcastsDue.notify,
    ledgerCheck,
    health,
    reports,
    sheets,
    createWorkers,
  };
}
