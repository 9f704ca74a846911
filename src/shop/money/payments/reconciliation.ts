import { momentAfter } from '#domain/moment.ts';
import { type OnlineMethod, paymentSteps, readProblem } from '#domain/payment.ts';
import type { PaymentProvider, Unverified } from '#payments/provider.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import type { ReopenPayment } from './reopen-payment.ts';
import { movePayment } from './transition.ts';

interface ReconciliationDeps {
  readonly database: Database;
  readonly providers: readonly PaymentProvider[];
  readonly publicUrl: string | null;
  readonly reopen: ReopenPayment;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly paymentsDue: Signal;
  readonly now: () => number;
  readonly steady: () => number;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** Owners hear of a payment that has waited this long. */
const lateMs = 10 * 60_000;
const listEveryMs = 60_000;
const lateEveryMs = 10_000;

/** Finds money that a provider took and that was never verified, and payments that wait for long. */
export function createReconciliation(deps: ReconciliationDeps) {
  const { database, providers, publicUrl, reopen, alerts, alertsDue, paymentsDue, now, steady } = deps;
  let listedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running = false;

  const isOver = (since: number, pauseMs: number): boolean => steady() - since >= pauseMs;
  const isDue = () => !running && (isOver(lookedAt, lateEveryMs) || isOver(listedAt, listEveryMs));

  async function run(): Promise<void> {
    running = true;
    try {
      if (isOver(lookedAt, lateEveryMs)) {
        lookedAt = steady();
        await alertLate(now());
      }
      if (!isOver(listedAt, listEveryMs)) return;
      listedAt = steady();
      await Promise.all(providers.map(recoverAll));
    } finally {
      running = false;
    }
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

  /** Asked about at once, whatever we call it; what is not ours is not touched, and what we do not know owners hear of. */
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

  /** The provider did not know it and lists it for a while: its account may have been another one then. */
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

  /** An owner booked it without the provider's word, and a provider gives back what is never verified. */
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

/** A payment that a provider took and this shop does not know. Nothing is credited for it. */
export interface UnknownPayment extends Unverified {
  /** True if it was made for this shop's address; otherwise it may belong to another shop with the same account. */
  readonly isOurs: boolean;
}

export interface UnknownPaymentsOf {
  readonly method: OnlineMethod;
  /** `no-list`: the provider cannot list unverified payments. `no-answer`: ask again. */
  readonly payments: readonly UnknownPayment[] | 'no-list' | 'no-answer';
}

interface UnknownPaymentsDeps {
  readonly database: Database;
  readonly providers: readonly PaymentProvider[];
  readonly publicUrl: string | null;
}

export type UnknownPayments = ReturnType<typeof createUnknownPayments>;

type Listing = readonly Unverified[] | null;

/** Other shops, also those of agents under the same address, may use the same account at the provider. */
export const isForAddress = ({ callbackUrl }: Unverified, publicUrl: string | null): boolean =>
  publicUrl !== null && callbackUrl?.startsWith(`${publicUrl}/pay/`) === true;

/** Asks each provider for its list. `patiently` returns null when it gives up. */
export function createUnknownPayments({ database, providers, publicUrl }: UnknownPaymentsDeps) {
  async function unknownOf(method: OnlineMethod, listed: readonly Unverified[]): Promise<UnknownPayment[]> {
    if (listed.length === 0) return [];
    const rows = await database.db
      .selectFrom('payments')
      .select('reference')
      .where('method', '=', method)
      .where(
        'reference',
        'in',
        listed.map(({ reference }) => reference),
      )
      .execute();
    const knownReferences = new Set(rows.map(({ reference }) => reference));
    return listed
      .filter(({ reference }) => !knownReferences.has(reference))
      .map((one) => ({ ...one, isOurs: isForAddress(one, publicUrl) }))
      .sort((one, other) => Number(other.isOurs) - Number(one.isOurs));
  }

  return (patiently: (listing: Promise<Listing>) => Promise<Listing>): Promise<UnknownPaymentsOf[]> =>
    Promise.all(
      providers.map(async ({ method, capabilities, listUnverified }) => {
        if (!capabilities.listsUnverified) return { method, payments: 'no-list' } as const;
        const listing = await patiently(listUnverified());
        return { method, payments: listing === null ? ('no-answer' as const) : await unknownOf(method, listing) };
      }),
    );
}
