import type { Language, Unit } from '../../domain/money.ts';
import type { Operators } from '../../domain/operators.ts';
import type { Announcements } from '../../shop/announcing/announcements.ts';
import type { Batches } from '../../shop/bulk/batches.ts';
import type { Catalogue } from '../../shop/catalogue/catalogue.ts';
import type { Offers } from '../../shop/offers/offers.ts';
import type { Deciding } from '../../shop/orders/deciding.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { Paying } from '../../shop/orders/paying.ts';
import type { Proofs } from '../../shop/orders/proofs.ts';
import type { Agents } from '../../shop/people/agents.ts';
import type { Audit } from '../../shop/people/audit.ts';
import type { Numbers } from '../../shop/people/numbers.ts';
import type { People } from '../../shop/people/people.ts';
import type { OrderMessages } from '../../shop/receipts/order-messages.ts';
import type { HealthReport } from '../../shop/reports/health.ts';
import type { Reports } from '../../shop/reports/reports.ts';
import type { Sheets } from '../../shop/reports/sheets.ts';
import type { BalanceWatch } from '../../shop/selling/balance-watch.ts';
import type { Outage } from '../../shop/selling/outage.ts';
import type { OwnerSwitch } from '../../shop/selling/owner-switch.ts';
import type { Selling } from '../../shop/selling/selling.ts';
import type { Credit } from '../../shop/wallet/credit.ts';
import type { LedgerCheck } from '../../shop/wallet/ledger-check.ts';
import type { Spending } from '../../shop/wallet/spending.ts';
import type { Wallet } from '../../shop/wallet/wallet.ts';
import type { Formatter } from './formatter.ts';

/** What the bot uses of the shop. A feature takes a `Pick` of the few that it needs. */
export interface Services {
  readonly people: People;
  readonly numbers: Numbers;
  readonly wallet: Wallet;
  readonly spending: Spending;
  readonly selling: Selling;
  readonly ownerSwitch: OwnerSwitch;
  readonly balanceWatch: BalanceWatch;
  readonly outage: Outage;
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  readonly orders: Orders;
  readonly proofs: Proofs;
  readonly paying: Paying;
  readonly deciding: Deciding;
  readonly audit: Audit;
  readonly agents: Agents;
  readonly credit: Credit;
  readonly batches: Batches;
  readonly announcements: Announcements;
  readonly ledgerCheck: LedgerCheck;
  readonly health: HealthReport;
  /** How updates come in. */
  readonly intake: 'webhook' | 'polling';
  readonly reports: Reports;
  readonly sheets: Sheets;
  readonly payments: { readonly token: string; readonly currency: string; readonly exponent: number } | null;
  readonly operators: Operators;
  readonly vatPercent: number;
  readonly ownerIds: readonly number[];
  readonly now: () => number;
  readonly orderMessages: OrderMessages;
  /** Starts the broadcast worker's next round now. */
  readonly wakeCrier: () => void;
  readonly formatterFor: (language: Language, unit: Unit) => Formatter;
}
