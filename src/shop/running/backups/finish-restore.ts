import { momentAfter } from '#domain/moment.ts';
import { openStates } from '#domain/order.ts';
import { onlineMethods } from '#domain/payment.ts';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { findLedgerMismatches } from '#shop/base/wallet/ledger.ts';
import { writeMismatches } from '#shop/base/wallet/ledger-check.ts';
import { createCopyStore } from '#shop/buying/catalogue/copy.ts';
import { createOwnerList } from '#shop/people/people/owner-list.ts';
import { holdBroadcasts } from '#shop/support/broadcasts/restored-broadcasts.ts';
import type { ArchiveSummary } from '#storage/archive/archive.ts';
import type { Queries } from '#storage/database.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { noteRestore } from '#storage/last-restore.ts';
import { isHeld } from '#storage/order-states.ts';
import { dropLeases } from '#storage/process-lease.ts';
import { balanceSwitch, pauseSwitches, readSwitch, removeSwitch, setSwitch, shopSwitch } from '#storage/switches.ts';
import type { RestoredFacts } from './restored-shop.ts';

interface FinishDeps {
  readonly ownerIds: readonly number[];
  readonly now: number;
  /** Nothing happened after the archive, so the shop is not paused. */
  readonly isComplete?: boolean;
  /** The parent shop is restored too. It pauses this one and resumes it. */
  readonly isWithParent?: boolean;
}

/**
 * Finishes a restore in its transaction. Sales pause until an owner has seen that later events are missing. Everything
 * open in the archive is marked as possibly sent: it ends or moves money only after the gateway, a provider or a person
 * has decided. Open payments are checked at once, because they may have been paid in the meantime.
 */
export async function finishRestore(
  tx: Queries,
  { at }: Pick<ArchiveSummary, 'at'>,
  { ownerIds, now, isComplete = false, isWithParent = false }: FinishDeps,
): Promise<void> {
  await dropLeases({ db: tx });
  // An agent's archive may be restored as a main shop, and the reverse.
  await removeSwitch(tx, shopSwitch);
  const openPayments = await askAgain(tx, now);
  const owners = createOwnerList(ownerIds);
  await owners.refresh(tx);
  const alerts = createAlerts({ ownerIds: owners.ids, now: () => now });
  // A wallet that differed in the archive still differs; owners are alerted, and the others continue.
  const mismatches = await findLedgerMismatches(tx);
  if (mismatches.length > 0) await writeMismatches(tx, alerts, mismatches, now);
  if (isComplete) return;
  await markPossiblySent(tx, now);
  await noteRestore(tx, now);
  const facts: RestoredFacts = { archiveAt: at, openPayments, ...(await compared(tx, at)) };
  const pause = isWithParent
    ? { name: pauseSwitches.gateway, value: '' }
    : { name: pauseSwitches.restore, value: JSON.stringify(facts) };
  await setSwitch(tx, { ...pause, actor: 'restore', at: now });
  await voidLinks(tx, now);
  await holdBroadcasts(tx, now);
  await alerts.write(tx, now, { kind: 'restored', at, ...(isWithParent ? { withParent: true } : {}) });
}

/** Later restores keep the first mark, because the keys are just as old. */
async function markPossiblySent(tx: Queries, now: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ possibly_sent_at: eb.ref('quoted_at') }))
    .where('state', 'in', ['quoted', ...openStates])
    .where('possibly_sent_at', 'is', null)
    .execute();
  await tx
    .updateTable('payments')
    .set((eb) => ({ possibly_sent_at: eb.ref('created_at') }))
    .where((eb) => eb.or([eb('state', 'in', ['asked', 'submitted']), eb('next_attempt_at', 'is not', null)]))
    .where('possibly_sent_at', 'is', null)
    .execute();
  await tx.updateTable('plans').set({ possibly_sent_until: now }).execute();
}

/** Voids unused links, which may have been revoked or used in the meantime. */
async function voidLinks(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('owner_links').where('used_by', 'is', null).execute();
  for (const table of ['invites', 'staff_invites'] as const)
    await tx
      .updateTable(table)
      .set({ expires_at: now })
      .where('used_by', 'is', null)
      .where('expires_at', '>', now)
      .execute();
}

/** Returns how many payments are checked. Those that wait for an owner are left to them. */
async function askAgain(tx: Queries, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ next_attempt_at: momentAfter(now, 0) })
    .where('method', 'in', onlineMethods)
    .where('state', 'in', ['asked', 'submitted', 'expired'])
    .where('reference', 'is not', null)
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function compared(tx: Queries, archiveAt: number): Promise<Omit<RestoredFacts, 'archiveAt' | 'openPayments'>> {
  const { lastOrderAt } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.max('confirmed_at').as('lastOrderAt'))
    .executeTakeFirstOrThrow();
  const { openOrders } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('openOrders'))
    .where(isHeld)
    .executeTakeFirstOrThrow();
  const copies = createCopyStore(
    createKeyValue({ db: tx }, 'catalogue', () => archiveAt),
    () => archiveAt,
  );
  const noted = await readSwitch(tx, balanceSwitch);
  const balance = noted === null ? await copies.balance() : { rials: Number(noted.value), at: noted.at };
  return { lastOrderAt, openOrders, balance };
}
