import { setTimeout as pause } from 'node:timers/promises';
import { isEnd } from '#domain/order.ts';
import { errorMessage } from '#log.ts';
import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { claimReceiptJobs } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { TrackedMessage } from '#shop/base/outbox/order-messages.ts';
import type { Delivery, Subject } from '#shop/base/outbox/outbox.ts';
import { type Batch, isListOver, readBatch } from '#shop/buying/bulk/batch.ts';
import { type Order, orderOf } from '#shop/buying/orders/order.ts';
import { messageColumns, type OrderSide, readForReceipt, sideIn } from '#shop/buying/orders/order-queries.ts';
import { isReturnedUnpaid } from '#shop/money/payments/online-payments.ts';
import { type Payment, paymentOf } from '#shop/money/payments/payment.ts';
import { findPayment } from '#shop/money/payments/transition.ts';
import type { ReceiptJobRow } from '#storage/tables/tables.ts';
import { createShownReceipts, type ShownReceipt } from './shown-receipts.ts';

export type ReceiptSubject =
  | { readonly kind: 'order'; readonly order: Order; readonly side: OrderSide }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'payment'; readonly payment: Payment };

export interface ReceiptContext {
  readonly messages: readonly TrackedMessage[];
  /** The last state shown; null before the first. */
  readonly told: string | null;
  /**
   * No call begins after this time. A call takes up to 15 seconds and must end before the lease, after which another worker
   * may show a later state.
   */
  readonly until: number;
}

/** The tracked messages afterwards, without deleted ones. */
export type ReceiptResult =
  /** `again`: when its screen says more, without a change of its subject. */
  | { readonly kind: 'delivered'; readonly messages: readonly TrackedMessage[]; readonly again?: number | null }
  /** The time ran out, and the next run continues. */
  | { readonly kind: 'partly'; readonly messages: readonly TrackedMessage[] }
  | Exclude<Delivery, { readonly kind: 'delivered' }>;

export interface ReceiptWorkerDeps extends WorkerDeps {
  /** Supplied by the bot: updates all messages and sends a new one if needed. */
  readonly deliver: (what: ReceiptSubject, telling: ReceiptContext) => Promise<ReceiptResult>;
  /** A buyer sees how an order ended, so many milliseconds after Confirm. */
  readonly onTold?: (ms: number) => void;
  readonly random: () => number;
  readonly receiptsDue: Signal;
  readonly concurrency?: number;
}

/** Attempts with growing pauses, about 20 seconds in all. */
const writeAttempts = 20;
const writePauseMs = 100;

/** The only writer of messages that show orders. Each order or list has one job; a change meanwhile runs it again. */
export function createReceiptWorker(deps: ReceiptWorkerDeps): WorkLoop {
  const { database, deliver, onTold, log, now, random, receiptsDue } = deps;
  const { leaseMs = defaultLeaseMs, concurrency = 20, everyMs = 1_000, idleMs } = deps;
  const shownReceipts = createShownReceipts(deps);

  async function work(job: ReceiptJobRow): Promise<void> {
    const subject = await read(job.subject).catch((error: unknown) => {
      const problem = errorMessage(error);
      log.error({ subject: job.subject, problem }, 'receipt not read; will retry');
      return 'unreadable' as const;
    });
    if (subject === 'unreadable') return retryWrite(() => postpone(job, null));
    if (!subject) throw new Error(`Receipt job ${job.subject} has no order or list.`);
    const { what, messages } = subject;
    const result = await deliver(what, { messages, told: job.told, until: job.lease_until - leaseMs / 3 });
    if (result.kind === 'later') return retryWrite(() => postpone(job, result.retryAfterMs));
    const receipt: ShownReceipt = {
      state: stateOf(what),
      overBatchId: what.kind === 'batch' && isListOver(what.batch) ? what.batch.id : null,
      before: messages,
      after: 'messages' in result ? result.messages : null,
      how: result.kind,
      again: (result.kind === 'delivered' ? result.again : null) ?? null,
    };
    const toldMs = told(job, what, result);
    if (toldMs !== null) onTold?.(toldMs);
    const done = await retryWrite(() => shownReceipts.store(job, receipt));
    if (!done) loop.wake();
    log.info({ subject: job.subject, state: receipt.state, how: result.kind }, 'receipt handled');
  }

  /** Since Confirm; null: this is not the first time that somebody sees how the order ended. */
  function told(job: ReceiptJobRow, what: ReceiptSubject, result: ReceiptResult): number | null {
    if (what.kind !== 'order' || result.kind !== 'delivered' || result.messages.length === 0) return null;
    const { state, confirmedAt } = what.order;
    return isEnd(state) && confirmedAt !== null && job.told !== state ? now() - confirmedAt : null;
  }

  /** Stores what was shown even if another worker ended the job, because nobody else would correct the screen. */
  async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt < writeAttempts; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        const problem = errorMessage(error);
        log.error({ worker: 'receipt-worker', problem }, 'receipt not stored; will retry');
        await pause(attempt * writePauseMs);
      }
    }
    return write();
  }

  async function read(subject: Subject): Promise<{ what: ReceiptSubject; messages: TrackedMessage[] } | null> {
    const [kind, id = ''] = subject.split(':');
    if (kind === 'order') {
      const rows = await readForReceipt(database.db, { id, subject });
      const [row] = rows;
      return row
        ? { what: { kind, order: orderOf(row), side: sideIn(row) }, messages: messagesIn(rows, subject) }
        : null;
    }
    const what = kind === 'batch' ? await readList(id) : await readPayment(id);
    const rows = await database.db
      .selectFrom('order_messages')
      .select(messageColumns)
      .where('subject', '=', subject)
      .execute();
    return what && { what, messages: messagesIn(rows, subject) };
  }

  async function readList(id: string): Promise<ReceiptSubject | null> {
    const batch = await readBatch(database.db, id);
    return batch && { kind: 'batch', batch };
  }

  async function readPayment(id: string): Promise<ReceiptSubject | null> {
    const payment = await findPayment(database.db, id);
    return payment ? { kind: 'payment', payment: paymentOf(payment) } : null;
  }

  async function postpone(
    { subject, attempts, lease_until }: ReceiptJobRow,
    retryAfterMs: number | null,
  ): Promise<void> {
    const next_attempt_at = now() + backOffMs(attempts, random, retryAfterMs);
    const mine = await database.write((db) =>
      db
        .updateTable('receipt_jobs')
        .set({ next_attempt_at, lease_until: 0 })
        .where('subject', '=', subject)
        .where('lease_until', '=', lease_until)
        .returning('subject')
        .executeTakeFirst(),
    );
    if (!mine) await shownReceipts.redo(subject);
  }

  const claim = (limit: number) => claimReceiptJobs(database, { now: now(), leaseMs, limit });
  const loop = createWorkLoop({
    name: 'receipt-worker',
    claim,
    work,
    concurrency,
    everyMs,
    idleMs,
    nextDue: () => claimReceiptJobs.nextDue(database),
    now,
    log,
  });
  receiptsDue.subscribe(loop.wake);
  return loop;
}

type MessageColumns = Pick<TrackedMessage, 'chatId' | 'messageId' | 'view' | 'shown'>;

/** Without messages there is one row with nulls in these columns. */
const messagesIn = (
  rows: readonly { [Name in keyof MessageColumns]: MessageColumns[Name] | null }[],
  subject: Subject,
): TrackedMessage[] =>
  rows.flatMap(({ chatId, messageId, view, shown }) =>
    chatId === null || messageId === null || view === null || shown === null
      ? []
      : [{ chatId, messageId, subject, view, shown }],
  );

export const stateOf = (what: ReceiptSubject): string => {
  switch (what.kind) {
    case 'order':
      return what.order.state;
    case 'payment':
      return isReturnedUnpaid(what.payment) ? 'unpaid' : what.payment.state;
    case 'batch':
      return isListOver(what.batch) ? 'done' : 'running';
  }
};
