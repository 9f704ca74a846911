import { momentAfter } from '#domain/moment.ts';
import { paymentSteps, readProblem } from '#domain/payment.ts';
import type { PaymentProvider, Unverified } from '#payments/provider.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import type { ReopenPayment } from './reopen-payment.ts';
import { movePayment } from './transition.ts';
import { isForAddress } from './unknown-payments.ts';

interface ReconciliationDeps {
  readonly database: Database;
  readonly providers: readonly PaymentProvider[];
  readonly publicUrl: string | null;
  readonly reopen: ReopenPayment;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly paymentsDue: Signal;
  readonly now: () => number;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** Owners hear of a payment that has waited this long. */
const lateMs = 10 * 60_000;
const listEveryMs = 60_000;
const lateEveryMs = 10_000;
/** More than the longest pause between two questions about a payment. */
const aheadMs = 3 * 24 * 3_600_000;

/** Finds money that a provider took and nobody verified, and payments that wait too long. */
export function createReconciliation(deps: ReconciliationDeps) {
  const { database, providers, publicUrl, reopen, alerts, alertsDue, paymentsDue, now } = deps;
  let listedAt = 0;
  let lookedAt = 0;
  let running = false;

  /** A clock that is set back does not lengthen the pause. */
  const isOver = (since: number, pauseMs: number): boolean => Math.abs(now() - since) >= pauseMs;
  const isDue = () => !running && (isOver(lookedAt, lateEveryMs) || isOver(listedAt, listEveryMs));

  async function run(): Promise<void> {
    running = true;
    try {
      const at = now();
      if (isOver(lookedAt, lateEveryMs)) {
        lookedAt = at;
        await alertLate(at);
      }
      if (!isOver(listedAt, listEveryMs)) return;
      listedAt = at;
      await recallFromAhead(at);
      await Promise.all(providers.map(recoverAll));
    } finally {
      running = false;
    }
  }

  /** The clock was ahead and is set back: who waits has waited for long, and is asked about at once. */
  async function recallFromAhead(at: number): Promise<void> {
    const latest = at + aheadMs;
    await database.write(async (db) => {
      const payments = db.updateTable('payments');
      await payments.set({ waiting_since: at }).where('waiting_since', '>', latest).execute();
      const next_attempt_at = momentAfter(at, 0);
      await payments.set({ next_attempt_at }).where('next_attempt_at', '>', latest).execute();
      const isDue = payments.where('next_attempt_at', 'is not', null);
      await isDue.set({ lease_until: 0 }).where('lease_until', '>', latest).execute();
    });
  }

  async function recoverAll(provider: PaymentProvider): Promise<void> {
    if (!provider.capabilities.listsUnverified) return;
    for (const one of (await provider.listUnverified()) ?? []) await recover(provider, one);
  }

  async function alertLate(at: number): Promise<void> {
    const late = await database.db
      .selectFrom('payments')
      .select(['id', 'method', 'amount', 'person_id'])
      .where('waiting_since', '<=', at - lateMs)
      .where('alerted', '=', 0)
      .limit(20)
      .execute();
    for (const { id, method, amount, person_id: personId } of late)
      await database.transaction(async (tx) => {
        const first = await tx
          .updateTable('payments')
          .set({ alerted: 1 })
          .where('id', '=', id)
          .where('alerted', '=', 0)
          .where('waiting_since', 'is not', null)
          .returning('waiting_since')
          .executeTakeFirst();
        if (!first) return;
        const alert = { kind: 'payment-waiting', paymentId: id, method, amount, personId } as const;
        await alerts.write(tx, `${id}:${first.waiting_since}`, alert);
      });
    if (late.length > 0) alertsDue.notify();
  }

  /** Asks about our payments at once, whatever their state; alerts owners about unknown ones and ignores other shops' payments. */
  async function recover(provider: PaymentProvider, listed: Unverified): Promise<void> {
    const { method } = provider;
    const { reference, amount } = listed;
    const row = await database.db
      .selectFrom('payments')
      .select(['id', 'person_id', 'state', 'next_attempt_at', 'problem', 'waiting_since'])
      .where('method', '=', method)
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (!row) {
      if (!isForAddress(listed, publicUrl)) return;
      const alert = { kind: 'payment-unknown', method, reference, amount } as const;
      await database.transaction((tx) => alerts.write(tx, `${method}:${reference}`, alert));
      return alertsDue.notify();
    }
    if (row.state === 'refused') return reopen(row.id);
    if (row.state === 'paid') return settleAtProvider(provider, row, listed);
    const isForOwner = row.state === 'submitted' && row.next_attempt_at === null;
    if (isForOwner) return mayBeKnownNow(row) ? askOnce(provider, row) : undefined;
    await database.write((db) =>
      db
        .updateTable('payments')
        .set({ next_attempt_at: momentAfter(now(), 0) })
        .where('id', '=', row.id)
        .where('state', '=', row.state)
        .where('next_attempt_at', 'is not distinct from', row.next_attempt_at)
        .execute(),
    );
    paymentsDue.notify();
  }

  /** The provider lists a payment that it did not know before: its account may have been another one. */
  const mayBeKnownNow = ({ problem, waiting_since }: Pick<PaymentRow, 'problem' | 'waiting_since'>): boolean =>
    readProblem(problem ?? '').code === 'words' && now() - (waiting_since ?? now()) >= lateMs / 2;

  async function askOnce({ method }: PaymentProvider, { id }: Pick<PaymentRow, 'id'>): Promise<void> {
    await database.transaction(async (tx) => {
      const why = paymentSteps['asked-again'];
      const before = tx.selectFrom('payment_events').select('id').where('payment_id', '=', id).where('why', '=', why);
      if (await before.executeTakeFirst()) return;
      const set = { next_attempt_at: momentAfter(now(), 0) };
      await movePayment(tx, { id, from: 'submitted', to: 'submitted', actor: method, why, now: now(), set });
    });
    paymentsDue.notify();
  }

  /** An owner booked it before the provider confirmed it, and a provider gives unverified money back. */
  async function settleAtProvider(
    { method, verify }: PaymentProvider,
    { id, person_id: personId }: Pick<PaymentRow, 'id' | 'person_id'>,
    { reference, amount }: Unverified,
  ): Promise<void> {
    const { kind } = await verify({ reference, amount });
    if (kind === 'paid' || kind === 'unsure') return;
    const alert = { kind: 'payment-unsettled', paymentId: id, personId, method, amount } as const;
    await database.transaction((tx) => alerts.write(tx, id, alert));
    alertsDue.notify();
  }

  return { isDue, run };
}
