import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alert, Alerts } from '#shop/base/alerts/alerts.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Claimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { addReceiptJob, subjectOf } from '#shop/base/outbox/outbox.ts';
import { refusable } from '#shop/base/refused.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import type { People } from '#shop/people/people/people.ts';
import type { StaffLimit } from '#shop/people/people/staff.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { finalizeOrder } from './finalize-order.ts';
import { type Order, orderOf } from './order.ts';
import { moveOrder } from './transition.ts';

interface Decision {
  readonly orderId: string;
  readonly by: number;
  readonly to: 'delivered' | 'rejected';
  readonly why: string;
}

interface ManualReviewDeps {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
  readonly audit: Audit;
  readonly people: Pick<People, 'hasPermission'>;
  readonly staffLimit: Pick<StaffLimit, 'check'>;
  readonly now: () => number;
  readonly receiptsDue: Signal;
  readonly apiDeliveriesDue: Signal;
}

/** Orders without a definite answer. The owner, or support with that right, asks the operator by code and records the result. */
export function createManualReview(deps: ManualReviewDeps) {
  const { database, wallet, audit, people, staffLimit, now, receiptsDue, apiDeliveriesDue } = deps;

  /** Oldest first. */
  async function inReview(page: number, pageSize: number): Promise<{ orders: Order[]; more: boolean }> {
    const rows = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('state', '=', 'review')
      .orderBy('confirmed_at')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    return { orders: rows.slice(0, pageSize).map(orderOf), more: rows.length > pageSize };
  }

  async function reviews(): Promise<number> {
    const { count } = await database.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'review')
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Writes state, money, receipt job and audit in one transaction. The first decision counts. */
  async function decide({ orderId, by, to, why }: Decision): Promise<Result<Order, Failure>> {
    if (!(await people.hasPermission(by, 'decide'))) return err({ code: 'not-allowed' });
    const decided = await refusable(
      database.transaction(async (tx) => {
        const ending = { id: orderId, from: 'review', to, actor: `person:${by}`, why, now: now() } as const;
        const ended = await finalizeOrder(tx, wallet, ending);
        if (!ended) return;
        const { code, buyerId: personId } = ended;
        await staffLimit.check(tx, { by, permission: 'decide', personId });
        await audit.write(tx, { actorId: by, action: 'decide', personId, details: { order: orderId, code, to, why } });
      }),
    );
    if (!decided.ok) return decided;
    receiptsDue.notify();
    const row = await database.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
    if (row?.source === 'api') apiDeliveriesDue.notify();
    return row ? ok(orderOf(row)) : err({ code: 'order-unknown' });
  }

  return { inReview, reviews, decide };
}

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
