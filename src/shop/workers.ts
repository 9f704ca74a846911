import { type AlertWorkerDeps, createAlertWorker } from './base/alerts/alert-worker.ts';
import { type ClockWorkerDeps, createClockWorker } from './base/clock.ts';
import type { DailyJob } from './base/jobs/daily.ts';
import type { Signal } from './base/jobs/signal.ts';
import { sweepApiDeliveries } from './base/outbox/api-deliveries.ts';
import type { LedgerCheck } from './base/wallet/ledger-check.ts';
import { createPurchaseWorker, type PurchaseWorkerDeps } from './buying/orders/purchase-worker.ts';
import { createDeliveryWorker, type DeliveryWorkerDeps } from './connecting/reselling/delivery-worker.ts';
import type { PaymentWorkerDeps } from './money/payments/payment-worker.ts';
import type { Payments } from './money/payments/payments.ts';
import { createReceiptWorker, type ReceiptWorkerDeps } from './money/receipts/receipt-worker.ts';
import { createSettlementWorker, type SettlementWorkerDeps } from './money/settlement/settlement-worker.ts';
import type { OwnerList } from './people/people/owner-list.ts';
import type { Tiers } from './pricing/prices/tiers.ts';
import type { Planning } from './returning/plans/planning.ts';
import { type BackupWorkerDeps, createBackupWorker } from './running/backups/backup-worker.ts';
import { createExpiryWorker } from './running/maintenance/expiry-worker.ts';
import { type BroadcastWorkerDeps, createBroadcastWorker } from './support/broadcasts/broadcast-worker.ts';
import type { Support } from './support/support/support.ts';
import { createSupportWorker, type SupportWorkerDeps } from './support/support/support-worker.ts';

/** What the workers take from the shop. */
type WorkerParts = Pick<ClockWorkerDeps, 'clock' | 'salesPause'> &
  Omit<PurchaseWorkerDeps, 'onEnded' | 'leaseMs' | 'concurrency' | 'everyMs' | 'idleMs'> &
  Pick<BroadcastWorkerDeps, 'broadcasts'> &
  Omit<BackupWorkerDeps, 'sendBackup' | 'showBackup' | 'reportMs'> & {
    readonly ledgerCheck: Pick<LedgerCheck, 'run'>;
    readonly tiers: Pick<Tiers, 'raise'>;
    readonly apiSummary: { readonly run: () => Promise<void> };
    readonly payments: Pick<Payments, 'createWorker'>;
    readonly planning: Pick<Planning, 'createWorker'>;
    readonly statements: SettlementWorkerDeps['statements'];
    readonly audit: SettlementWorkerDeps['audit'];
    readonly isOwner: SettlementWorkerDeps['isOwner'];
    readonly broadcastsDue: Signal;
    readonly support: Pick<Support, 'unanswered'>;
    readonly supportDue: Signal;
    readonly ownerList: Pick<OwnerList, 'refresh'>;
    readonly supplier: object | null;
    readonly apiAccess: DeliveryWorkerDeps['apiAccess'];
  };

/** How the workers reach people; the bot supplies it. */
export type TellPeople = Pick<PurchaseWorkerDeps, 'onEnded'> &
  Pick<ReceiptWorkerDeps, 'deliver' | 'onTold'> & {
    readonly tellOwner: AlertWorkerDeps['tell'];
    readonly announcing: Pick<BroadcastWorkerDeps, 'send' | 'report'>;
    readonly deliverSupport: SupportWorkerDeps['deliver'];
    readonly sendBackup?: BackupWorkerDeps['sendBackup'];
    readonly showBackup?: BackupWorkerDeps['showBackup'];
    readonly inquireInvoice?: PaymentWorkerDeps['inquireInvoice'];
    readonly sendHook?: DeliveryWorkerDeps['sendHook'];
  };

export type WorkerTimings = Partial<
  Pick<PurchaseWorkerDeps, 'leaseMs' | 'concurrency' | 'everyMs' | 'idleMs'> &
    Pick<BroadcastWorkerDeps, 'perSecond' | 'reportMs'> & {
      /** Interval between sweeps. */
      readonly sweepMs: number;
    }
>;

/** Jobs run at hours when owners and agents read their results. */
const dailyJobs = ({ ledgerCheck, tiers, apiSummary, database, now }: WorkerParts): readonly DailyJob[] => [
  { name: 'api-summary', hour: 9, work: apiSummary.run },
  { name: 'tier-check', hour: 10, work: tiers.raise },
  { name: 'ledger-check', hour: 12, work: ledgerCheck.run },
  { name: 'delivery-sweep', hour: 4, work: () => sweepApiDeliveries(database, now()) },
];

/** Any number of processes may run these on one database. */
export function createWorkers(parts: WorkerParts, tell: TellPeople, timings: WorkerTimings) {
  const { broadcastsDue, support, payments, planning } = parts;
  // The parent shop keeps keys forever, so orders are repeated for as long as they are open.
  const keyHours = parts.supplier ? Number.POSITIVE_INFINITY : parts.keyHours;
  const {
    onEnded,
    deliver,
    onTold,
    tellOwner,
    announcing,
    deliverSupport,
    sendBackup,
    showBackup,
    inquireInvoice,
    sendHook,
  } = tell;
  const timed = { ...parts, ...timings };
  const broadcastWorker = createBroadcastWorker({ ...timed, ...announcing });
  broadcastsDue.subscribe(broadcastWorker.wake);
  return {
    clockWorker: createClockWorker(parts),
    purchaseWorker: createPurchaseWorker({
      ...timed,
      keyHours,
      isChargedCost: parts.supplier !== null,
      ...(onEnded ? { onEnded } : {}),
    }),
    receiptWorker: createReceiptWorker({ ...timed, deliver, ...(onTold ? { onTold } : {}) }),
    alertWorker: createAlertWorker({ ...timed, tell: tellOwner }),
    broadcastWorker,
    supportWorker: createSupportWorker({ ...timed, unanswered: support.unanswered, deliver: deliverSupport }),
    settlementWorker: createSettlementWorker(timed),
    deliveryWorker: createDeliveryWorker({ ...timed, sendHook }),
    paymentWorker: payments.createWorker({ ...timings, inquireInvoice }),
    backupWorker: createBackupWorker({ ...parts, sendBackup, showBackup, reportMs: timings.reportMs }),
    planWorker: planning.createWorker(timings),
    expiryWorker: createExpiryWorker({ ...parts, dailyJobs: dailyJobs(parts), everyMs: timings.sweepMs }),
  };
}
