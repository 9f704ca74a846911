import { randomBytes, randomUUID } from 'node:crypto';
import type { Operators } from '#domain/operators.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import type { BackupSettings } from '#storage/archive/backup-settings.ts';
import type { Database } from '#storage/database.ts';
import { createAlerts } from './base/alerts/alerts.ts';
import { createAudit } from './base/audit/audit.ts';
import { type Clock, createClock } from './base/clock.ts';
import { createSignal } from './base/jobs/signal.ts';
import { createAccountPause, createTokenPause } from './base/sales-pause/account-pause.ts';
import { createBalanceWatch } from './base/sales-pause/balance-watch.ts';
import { createOutage } from './base/sales-pause/outage.ts';
import { createSalesPause } from './base/sales-pause/sales-pause.ts';
import type { Seal } from './base/seal.ts';
import { createDailyLimits, type DailyLimits, noLimits } from './base/wallet/daily-limit.ts';
import { createWallet } from './base/wallet/wallet.ts';
import type { Catalogue } from './buying/catalogue/catalogue.ts';
import type { SupplierAccount } from './buying/catalogue/shared-catalogue.ts';
import { createOrderEnds } from './buying/orders/order-ends.ts';
import { createOwnMerchants, type MerchantStore } from './money/payments/own-merchants.ts';
import { noPaymentSetup, type PaymentSetup } from './money/payments/payments.ts';
import { createNumbers } from './people/people/numbers.ts';
import { createOwnerLinks } from './people/people/owner-links.ts';
import { createOwnerList } from './people/people/owner-list.ts';
import { createPeople } from './people/people/people.ts';
import { createStaffLimit } from './people/people/staff.ts';

export interface ShopParts {
  readonly database: Database;
  readonly gateway: Gateway;
  /** Null if the gateway is the parent shop. */
  readonly gatewayUrl?: string | null;
  readonly log: Log;
  readonly operators: Operators;
  readonly ownerIds: readonly number[];
  readonly vatPercent: number;
  readonly quoteMinutes: number;
  readonly keyHours: number;
  readonly dailyLimits?: DailyLimits;
  /** Owners are alerted below this balance at the gateway; null uses the sales of an average day. */
  readonly lowBalance?: number | null;
  readonly payments?: PaymentSetup;
  /** The forum group of support conversations; null keeps them private. */
  readonly supportChatId?: number | null;
  /** Whether agents may buy through the shop's own API. */
  readonly isApiOn?: boolean;
  /** How many agents' bots may exist; 0 switches them off. */
  readonly mostBots?: number;
  /** Seals the secrets of agents' bots. */
  readonly seal?: Seal | null;
  /** The shop whose catalogue this one shares, and our account there. */
  readonly supplier?: {
    readonly catalogue: Catalogue;
    readonly account: () => Promise<SupplierAccount | null>;
    readonly merchants: MerchantStore;
  } | null;
  /** Null makes no archives. */
  readonly backup?: BackupSettings | null;
  /** The clock of this process; absent, `now` is trusted. */
  readonly clock?: Clock;
  readonly now?: () => number;
  readonly random?: () => number;
}

export type Base = ReturnType<typeof assembleBase>;

/** What the other parts of the shop share: settings, signals, people, money, and whether selling is paused. */
export function assembleBase({
  gatewayUrl = null,
  dailyLimits = noLimits,
  lowBalance = null,
  supportChatId = null,
  isApiOn = false,
  mostBots = 0,
  seal = null,
  supplier = null,
  backup = null,
  ...parts
}: ShopParts) {
  const { random = Math.random, payments: paymentSetup = noPaymentSetup, ...given } = parts;
  const clock = given.clock ?? createClock(given.now && { wall: given.now, steady: given.now });
  const { now, steady } = clock;
  const ownerList = createOwnerList(given.ownerIds);
  const settings = {
    ...given,
    gatewayUrl,
    ownerIds: ownerList.ids,
    ownerList,
    clock,
    now,
    steady,
    random,
    randomBytes,
    newKey: randomUUID,
    purchaseRoute: given.gateway.purchaseRoute,
    paymentSetup,
    supportChatId,
    isApiOn,
    mostBots,
    seal,
    supplier,
    backup,
    purchasesDue: createSignal(),
    receiptsDue: createSignal(),
    alertsDue: createSignal(),
    broadcastsDue: createSignal(),
    paymentsDue: createSignal(),
    supportDue: createSignal(),
    backupsDue: createSignal(),
    apiDeliveriesDue: createSignal(),
    agentBotsDue: createSignal(),
    orderEnds: createOrderEnds(),
  };
  const people = createPeople(settings);
  const { isOwner } = people;
  const salesPause = createSalesPause(settings);
  const alerts = createAlerts({ ...settings, people });
  const audit = createAudit(settings);
  return {
    ...settings,
    people,
    isOwner,
    numbers: createNumbers(settings),
    wallet: createWallet({ ...settings, isOwner }),
    dailyLimit: createDailyLimits({ ...settings, isOwner, limits: dailyLimits }),
    audit,
    ownMerchants: supplier && createOwnMerchants(supplier.merchants, { ...settings, audit }),
    ownerLinks: createOwnerLinks({ ...settings, audit, alerts }),
    staffLimit: createStaffLimit({ ...settings, people }),
    salesPause,
    alerts,
    balanceWatch: createBalanceWatch({ ...settings, alerts, threshold: lowBalance }),
    outage: createOutage({ ...settings, salesPause, alerts }),
    accountPause: createAccountPause({ ...settings, salesPause, alerts }),
    tokenPause: createTokenPause({ ...settings, salesPause, alerts }),
  };
}
