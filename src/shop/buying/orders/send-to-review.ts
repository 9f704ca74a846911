import type { Alert, Alerts } from '#shop/base/alerts/alerts.ts';
import type { Claimed } from '#shop/base/jobs/leases.ts';
import { addReceiptJob, subjectOf } from '#shop/base/outbox/outbox.ts';
import type { Transaction } from '#storage/database.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { orderOf } from './order.ts';
import { moveOrder } from './transition.ts';

export interface Review {
  readonly why: string;
  readonly alert: Alert;
  /** Requires that no process has claimed it since. */
  readonly claimed?: Claimed;
}

/** Lets an owner decide, with the money on hold. False if the order has moved on. */
export async function sendToReview(
  tx: Transaction,
  alerts: Pick<Alerts, 'write'>,
  { id, state: from }: Pick<OrderRow, 'id' | 'state'>,
  { why, alert, claimed, actor, at }: Review & { readonly actor: string; readonly at: number },
): Promise<boolean> {
  const row = await moveOrder(tx, { id, from, to: 'review', actor, why, now: at, claimed, set: { lease_until: 0 } });
  if (!row) return false;
  await addReceiptJob(tx, subjectOf(orderOf(row)), at);
  await alerts.write(tx, id, alert);
  return true;
}
