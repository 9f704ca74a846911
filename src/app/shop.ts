import { randomBytes, randomUUID } from 'node:crypto';
import type { Operators } from '../domain/operators.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Log } from '../log.ts';
import { createAlerts } from '../shop/alerts/alerts.ts';
import { createBroadcasts } from '../shop/broadcasts/broadcasts.ts';
import { createBatches } from '../shop/bulk/batches.ts';
import { createCatalogue } from '../shop/catalogue/catalogue.ts';
import { defaultLeaseMs } from '../shop/jobs/default-lease.ts';
import { createSignal } from '../shop/jobs/signal.ts';
import { createOffers } from '../shop/offers/offers.ts';
import { createManualReview } from '../shop/orders/manual-review.ts';
import { createOrders } from '../shop/orders/orders.ts';
import { createPricing } from '../shop/orders/pricing.ts';
import { createReceiptTokens } from '../shop/orders/receipt-tokens.ts';
import { createReversals } from '../shop/orders/reversal.ts';
import { createPayments, noPaymentSetup, type PaymentSetup } from '../shop/payments/payments.ts';
import { createAgents } from '../shop/people/agents.ts';
import { createAudit } from '../shop/people/audit.ts';
import { createCustomers } from '../shop/people/customers.ts';
import { createDeletion } from '../shop/people/deletion.ts';
import { createNumbers } from '../shop/people/numbers.ts';
import { createPeople } from '../shop/people/people.ts';
import { readPersonalData } from '../shop/people/personal-data.ts';
import { createStaff } from '../shop/people/staff.ts';
import { createStaffLimit } from '../shop/people/staff-limit.ts';
import { createPlanning } from '../shop/plans/planning.ts';
import { createPricePreview } from '../shop/prices/price-preview.ts';
import { createPriceRules } from '../shop/prices/price-rules.ts';
import { createPrices } from '../shop/prices/prices.ts';
import { createPromoCodes } from '../shop/prices/promo-codes.ts';
import { createTiers } from '../shop/prices/tiers.ts';
import { createOrderMessages } from '../shop/receipts/order-messages.ts';
import { createReferrals } from '../shop/referrals/referrals.ts';
import { createBestSellers } from '../shop/reports/best-sellers.ts';
import { createCsvRows } from '../shop/reports/csv-rows.ts';
import { createHealthReport } from '../shop/reports/health.ts';
import { createReports } from '../shop/reports/reports.ts';
import { createAccountPause } from '../shop/sales-pause/account-pause.ts';
import { createBalanceWatch } from '../shop/sales-pause/balance-watch.ts';
import { createOutage } from '../shop/sales-pause/outage.ts';
import { createOwnerPause } from '../shop/sales-pause/owner-pause.ts';
import { createSalesPause } from '../shop/sales-pause/sales-pause.ts';
import { createSettlementTerms } from '../shop/settlement/settlement-terms.ts';
import { createStatements } from '../shop/settlement/statements.ts';
import { createSupport } from '../shop/support/support.ts';
import { createCredit } from '../shop/wallet/credit.ts';
import { createDailyLimits, type DailyLimits, noLimits } from '../shop/wallet/daily-limit.ts';
import { createLedgerCheck } from '../shop/wallet/ledger-check.ts';
import { createWallet } from '../shop/wallet/wallet.ts';
import type { Database } from '../storage/database.ts';
import { createKeyValue } from '../storage/key-value.ts';
import { createWorkers, type TellPeople, type WorkerParts, type WorkerTimings } from './workers.ts';

interface ShopParts {
  readonly database: Database;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly operators: Operators;
  readonly ownerIds: readonly number[];
  readonly vatPercent: number;
  readonly quoteMinutes: number;
  readonly keyHours: number;
  readonly dailyLimits?: DailyLimits;
  /** Owners are alerted below this balance at the gateway; null: below the sales of an average day. */
  readonly lowBalance?: number | null;
  readonly payments?: PaymentSetup;
  /** The forum group of support conversations; null: they are private. */
  readonly supportChatId?: number | null;
  /** How long one process keeps a claimed job before another may take it. */
  readonly leaseMs?: number;
  readonly now?: () => number;
  readonly random?: () => number;
}

export type Shop = ReturnType<typeof assembleShop>;

/** The composition of everything that sells, without Telegram. */
export function assembleShop(parts: ShopParts) {
  const { database, gateway, log, operators, ownerIds, vatPercent, quoteMinutes, keyHours } = parts;
  const { dailyLimits = noLimits, lowBalance = null, now = Date.now, random = Math.random } = parts;
  const { leaseMs = defaultLeaseMs } = parts;
  const purchasesDue = createSignal();
  const receiptsDue = createSignal();
  const alertsDue = createSignal();
  const broadcastsDue = createSignal();
  const paymentsDue = createSignal();
  const supportDue = createSignal();
  const due = { purchasesDue, receiptsDue };
  const people = createPeople({ database, now, ownerIds });
  const numbers = createNumbers({ database, operators, now });
  const wallet = createWallet({ database, now, isOwner: people.isOwner });
  const dailyLimit = createDailyLimits({ database, isOwner: people.isOwner, limits: dailyLimits, now });
  const salesPause = createSalesPause({ database, now });
  const alerts = createAlerts({ ownerIds, people, now });
  const staffLimit = createStaffLimit({ database, people, now });
  const balanceWatch = createBalanceWatch({ database, alerts, threshold: lowBalance, now });
  const outage = createOutage({ database, alerts, alertsDue, now });
  const accountPause = createAccountPause({ database, salesPause, alerts, alertsDue });
  const catalogue = createCatalogue({
    gateway,
    store: createKeyValue(database, 'catalogue', now),
    log,
    now,
    random,
    onBalance: (balance, at) => Promise.all([balanceWatch.heard(balance, at), accountPause.heard(balance, at)]),
  });
  const offers = createOffers({ gateway, store: createKeyValue(database, 'offers', now), log });
  const prices = createPrices({ database, isOwner: people.isOwner, vatPercent, now });
  const pricing = createPricing({ catalogue, offers, prices, operators, vatPercent });
  const drawn = { now, newKey: randomUUID, randomBytes, purchaseRoute: gateway.purchaseRoute };
  const audit = createAudit({ database, now });
  const promoCodes = createPromoCodes({
    database,
    audit,
    people,
    links: createKeyValue(database, 'promo-links', now),
    now,
  });
  const orders = createOrders({
    ...{ database, pricing, promoCodes, wallet, dailyLimit, salesPause, quoteMinutes },
    ...due,
    ...drawn,
  });
  const orderMessages = createOrderMessages({ database, now, receiptsDue });
  const receiptTokens = createReceiptTokens({ database });
  const payments = createPayments({
    database,
    quotes: orders,
    pricing,
    wallet,
    dailyLimit,
    salesPause,
    people,
    staffLimit,
    audit,
    alerts,
    log,
    now,
    random,
    newId: () => randomBytes(16).toString('base64url'),
    payBackDrafts: createKeyValue(database, 'payback', now),
    setup: parts.payments ?? noPaymentSetup,
    paymentsDue,
    alertsDue,
    ...due,
  });
  const planning = createPlanning({
    ...{ database, alerts, catalogue, pricing, quotes: orders, people, wallet, dailyLimit, salesPause, outage },
    ...{ quoteMinutes, log, alertsDue, ...drawn },
    ...due,
  });
  const ownerPause = createOwnerPause({ database, salesPause, audit });
  const manualReview = createManualReview({ database, wallet, audit, people, staffLimit, now, receiptsDue });
  const reverse = createReversals({ database, audit, alerts, people, now, receiptsDue, alertsDue });
  const referrals = createReferrals({ database, audit, people, now, randomBytes });
  const agents = createAgents({ database, audit, alerts, people, now, randomBytes });
  const customers = createCustomers({ database, people, audit, alerts, alertsDue, now });
  const deletion = createDeletion({ database, people, audit, alerts, alertsDue, now });
  const staff = createStaff({ database, audit, alerts, people, now, randomBytes });
  const credit = createCredit({
    database,
    wallet,
    audit,
    people,
    staffLimit,
    drafts: createKeyValue(database, 'credit', now),
  });
  const batches = createBatches({
    database,
    pricing,
    promoCodes,
    numbers,
    wallet,
    dailyLimit,
    salesPause,
    audit,
    quoteMinutes,
    ...due,
    ...drawn,
  });
  const support = createSupport({
    ...{ database, people, ownerIds, audit, alerts, alertsDue, supportDue, now },
    chatId: parts.supportChatId ?? null,
  });
  const ledgerCheck = createLedgerCheck({ database, alerts, alertsDue, now });
  const broadcasts = createBroadcasts({ database, audit, people, now });
  const health = createHealthReport({ database, catalogue, salesPause, outage, now });
  const reports = createReports({ database, ownerIds, now });
  const bestSellers = createBestSellers({ database, catalogue, log, now });
  const csvRows = createCsvRows({ database });
  const priceRules = createPriceRules({
    database,
    audit,
    people,
    drafts: createKeyValue(database, 'price-rules', now),
    now,
  });
  const pricePreview = createPricePreview({ catalogue, reports, priceRules, prices, vatPercent, now });
  const tiers = createTiers({ database, audit, alerts, people, alertsDue, now });

  const settlementTerms = createSettlementTerms({ database, audit, people });
  const statements = createStatements({ database, terms: settlementTerms, alerts, now });

  const workerParts: WorkerParts = {
    ...{ database, gateway, log, now, random, keyHours, leaseMs },
    ...{
      catalogue,
      wallet,
      salesPause,
      accountPause,
      outage,
      alerts,
      broadcasts,
      payments,
      planning,
      ledgerCheck,
      tiers,
    },
    ...{ statements, audit },
    ...{ purchasesDue, receiptsDue, alertsDue, broadcastsDue, supportDue, support },
  };

  return {
    people,
    numbers,
    wallet,
    dailyLimit,
    salesPause,
    ownerPause,
    accountPause,
    outage,
    balanceWatch,
    catalogue,
    offers,
    prices,
    priceRules,
    pricePreview,
    promoCodes,
    tiers,
    orders,
    orderMessages,
    receiptTokens,
    payments,
    plans: planning.plans,
    reminders: planning.reminders,
    manualReview,
    reverse,
    referrals,
    settlementTerms,
    statements,
    audit,
    agents,
    customers,
    deletion,
    personalData: (personId: number) => readPersonalData(database, personId),
    staff,
    staffLimit,
    credit,
    batches,
    broadcasts,
    support,
    wakeBroadcasts: broadcastsDue.notify,
    ledgerCheck,
    health,
    reports,
    bestSellers,
    csvRows,
    createWorkers: (tell: TellPeople, timings: WorkerTimings = {}) => createWorkers(workerParts, tell, timings),
  };
}
