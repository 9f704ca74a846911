import { type AlertWorkerDeps, createAlertWorker } from '../shop/alerts/alert-worker.ts';
import { type BroadcastWorkerDeps, createBroadcastWorker } from '../shop/broadcasts/broadcast-worker.ts';
import { createExpiryWorker, type ExpiryWorkerDeps } from '../shop/jobs/expiry-worker.ts';
import type { Signal } from '../shop/jobs/signal.ts';
import { createPurchaseWorker, type PurchaseWorkerDeps } from '../shop/orders/purchase-worker.ts';
import type { PaymentWorkerDeps } from '../shop/payments/payment-worker.ts';
import type { Payments } from '../shop/payments/payments.ts';
import type { Planning } from '../shop/plans/planning.ts';
import { createReceiptWorker, type ReceiptWorkerDeps } from '../shop/receipts/receipt-worker.ts';
import { createSettlementWorker, type SettlementWorkerDeps } from '../shop/settlement/settlement-worker.ts';
import type { Support } from '../shop/support/support.ts';
import { createSupportWorker, type SupportWorkerDeps } from '../shop/support/support-worker.ts';

/** What the workers take from the shop. */
export type WorkerParts = Omit<PurchaseWorkerDeps, 'onEnded' | 'breaker' | 'leaseMs' | 'concurrency' | 'everyMs'> &
  Pick<BroadcastWorkerDeps, 'broadcasts'> &
  Required<Pick<ExpiryWorkerDeps, 'ledgerCheck' | 'tiers'>> & {
    readonly payments: Pick<Payments, 'createWorker'>;
    readonly planning: Pick<Planning, 'createWorker'>;
    readonly statements: SettlementWorkerDeps['statements'];
    readonly audit: SettlementWorkerDeps['audit'];
    readonly broadcastsDue: Signal;
    readonly support: Pick<Support, 'unanswered'>;
    readonly supportDue: Signal;
    readonly leaseMs: number;
  };

/** How the workers reach people: the bot's part. */
export type TellPeople = Pick<PurchaseWorkerDeps, 'onEnded'> &
  Pick<ReceiptWorkerDeps, 'deliver'> & {
    readonly tellOwner: AlertWorkerDeps['tell'];
    readonly announcing: Pick<BroadcastWorkerDeps, 'send' | 'report'>;
    readonly deliverSupport: SupportWorkerDeps['deliver'];
    readonly inquireInvoice?: PaymentWorkerDeps['inquireInvoice'];
  };

export type WorkerTimings = Partial<
  Pick<PurchaseWorkerDeps, 'leaseMs' | 'concurrency' | 'everyMs'> &
    Pick<BroadcastWorkerDeps, 'perSecond' | 'reportMs'> &
    Pick<SupportWorkerDeps, 'albumMs'>
>;

/** Any number of processes may run these on one database. */
export function createWorkers(parts: WorkerParts, tell: TellPeople, given: WorkerTimings) {
  const { broadcasts, payments, planning, statements, audit, ledgerCheck, tiers, ...rest } = parts;
  const { broadcastsDue, leaseMs, support, supportDue, ...purchases } = rest;
  const { database, log, now, random, receiptsDue, alerts, alertsDue } = purchases;
  const timings = { leaseMs, ...given };
  const work = { database, log, now, random, ...timings };
  const broadcastWorker = createBroadcastWorker({ ...work, broadcasts, ...tell.announcing });
  broadcastsDue.subscribe(broadcastWorker.wake);
  return {
    purchaseWorker: createPurchaseWorker({
      ...purchases,
      ...(tell.onEnded ? { onEnded: tell.onEnded } : {}),
      ...timings,
    }),
    receiptWorker: createReceiptWorker({ ...work, receiptsDue, deliver: tell.deliver }),
    alertWorker: createAlertWorker({ ...work, alertsDue, tell: tell.tellOwner }),
    broadcastWorker,
    supportWorker: createSupportWorker({
      ...work,
      unanswered: support.unanswered,
      supportDue,
      deliver: tell.deliverSupport,
    }),
    settlementWorker: createSettlementWorker({ ...work, statements, audit, alerts, alertsDue }),
    paymentWorker: payments.createWorker({ ...timings, inquireInvoice: tell.inquireInvoice }),
    planWorker: planning.createWorker(timings),
    expiryWorker: createExpiryWorker({ database, now, log, ledgerCheck, tiers }),
  };
}
