import { randomBytes, randomUUID } from 'node:crypto';
import type { Operators } from '#domain/operators.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import { createAlerts } from '#shop/alerts/alerts.ts';
import { createAudit } from '#shop/audit/audit.ts';
import { createSignal } from '#shop/jobs/signal.ts';
import { noPaymentSetup, type PaymentSetup } from '#shop/payments/payments.ts';
import { createNumbers } from '#shop/people/numbers.ts';
import { createPeople } from '#shop/people/people.ts';
import { createStaffLimit } from '#shop/people/staff-limit.ts';
import { createAccountPause } from '#shop/sales-pause/account-pause.ts';
import { createBalanceWatch } from '#shop/sales-pause/balance-watch.ts';
import { createOutage } from '#shop/sales-pause/outage.ts';
import { createSalesPause } from '#shop/sales-pause/sales-pause.ts';
import { createDailyLimits, type DailyLimits, noLimits } from '#shop/wallet/daily-limit.ts';
import { createWallet } from '#shop/wallet/wallet.ts';
import type { Database } from '#storage/database.ts';

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
  /** Owners are alerted below this balance at the gateway; null: below the sales of an average day. */
  readonly lowBalance?: number | null;
  readonly payments?: PaymentSetup;
  /** The forum group of support conversations; null: they are private. */
  readonly supportChatId?: number | null;
  readonly now?: () => number;
  readonly random?: () => number;
}

export type Base = ReturnType<typeof assembleBase>;

/** What the other parts of the shop share: settings, signals, people, money, and whether selling is paused. */
export function assembleBase({ dailyLimits = noLimits, lowBalance = null, supportChatId = null, ...parts }: ShopParts) {
  const { now = Date.now, random = Math.random, payments: paymentSetup = noPaymentSetup, ...given } = parts;
  const settings = {
    ...given,
    now,
    random,
    randomBytes,
    newKey: randomUUID,
    purchaseRoute: given.gateway.purchaseRoute,
    paymentSetup,
    supportChatId,
    purchasesDue: createSignal(),
    receiptsDue: createSignal(),
    alertsDue: createSignal(),
    broadcastsDue: createSignal(),
    paymentsDue: createSignal(),
    supportDue: createSignal(),
  };
  const people = createPeople(settings);
  const { isOwner } = people;
  const salesPause = createSalesPause(settings);
  const alerts = createAlerts({ ...settings, people });
  return {
    ...settings,
    people,
    isOwner,
    numbers: createNumbers(settings),
    wallet: createWallet({ ...settings, isOwner }),
    dailyLimit: createDailyLimits({ ...settings, isOwner, limits: dailyLimits }),
    audit: createAudit(settings),
    staffLimit: createStaffLimit({ ...settings, people }),
    salesPause,
    alerts,
    balanceWatch: createBalanceWatch({ ...settings, alerts, threshold: lowBalance }),
    outage: createOutage({ ...settings, alerts }),
    accountPause: createAccountPause({ ...settings, salesPause, alerts }),
  };
}
