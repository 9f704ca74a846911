import type { Language, Unit } from '../../domain/money.ts';
import type { Operators } from '../../domain/operators.ts';
import type { Broadcasts } from '../../shop/broadcasts/broadcasts.ts';
import type { Batches } from '../../shop/bulk/batches.ts';
import type { Catalogue } from '../../shop/catalogue/catalogue.ts';
import type { Offers } from '../../shop/offers/offers.ts';
import type { ManualReview } from '../../shop/orders/manual-review.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { ReceiptTokens } from '../../shop/orders/receipt-tokens.ts';
import type { Payments } from '../../shop/payments/payments.ts';
import type { Agents } from '../../shop/people/agents.ts';
import type { Audit } from '../../shop/people/audit.ts';
import type { Numbers } from '../../shop/people/numbers.ts';
import type { People } from '../../shop/people/people.ts';
import type { OrderMessages } from '../../shop/receipts/order-messages.ts';
import type { CsvRows } from '../../shop/reports/csv-rows.ts';
import type { HealthReport } from '../../shop/reports/health.ts';
import type { Reports } from '../../shop/reports/reports.ts';
import type { BalanceWatch } from '../../shop/sales-pause/balance-watch.ts';
import type { Outage } from '../../shop/sales-pause/outage.ts';
import type { OwnerPause } from '../../shop/sales-pause/owner-pause.ts';
import type { SalesPause } from '../../shop/sales-pause/sales-pause.ts';
import type { Credit } from '../../shop/wallet/credit.ts';
import type { DailyLimit } from '../../shop/wallet/daily-limit.ts';
import type { LedgerCheck } from '../../shop/wallet/ledger-check.ts';
import type { Wallet } from '../../shop/wallet/wallet.ts';
import type { Formatter } from './formatter.ts';

/** What the features use of the shop; each takes a `Pick`. */
export interface Services {
  readonly people: People;
  readonly numbers: Numbers;
  readonly wallet: Wallet;
  readonly dailyLimit: DailyLimit;
  readonly salesPause: SalesPause;
  readonly ownerPause: OwnerPause;
  readonly balanceWatch: BalanceWatch;
  readonly outage: Outage;
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  readonly orders: Orders;
  readonly receiptTokens: ReceiptTokens;
  readonly payments: Payments;
  readonly manualReview: ManualReview;
  readonly audit: Audit;
  readonly agents: Agents;
  readonly credit: Credit;
  readonly batches: Batches;
  readonly broadcasts: Broadcasts;
  readonly ledgerCheck: LedgerCheck;
  readonly health: HealthReport;
  readonly intake: 'webhook' | 'polling';
  readonly reports: Reports;
  readonly csvRows: CsvRows;
  /** Null: Telegram invoices are not set up. */
  readonly invoices: { readonly token: string; readonly currency: string; readonly exponent: number } | null;
  readonly operators: Operators;
  readonly vatPercent: number;
  readonly ownerIds: readonly number[];
  readonly now: () => number;
  readonly orderMessages: OrderMessages;
  /** Runs the broadcast worker now. */
  readonly wakeBroadcasts: () => void;
  readonly formatterFor: (language: Language, unit: Unit) => Formatter;
}
