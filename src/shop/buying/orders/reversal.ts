import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { addApiDelivery } from '#shop/base/outbox/api-deliveries.ts';
import { addReceiptJob, subjectOf } from '#shop/base/outbox/outbox.ts';
import { post } from '#shop/base/wallet/ledger.ts';
import { takeBackReferral } from '#shop/base/wallet/referral-credit.ts';
import type { People } from '#shop/people/people/people.ts';
import { releasePromo } from '#shop/pricing/prices/promo-uses.ts';
import type { Database } from '#storage/database.ts';
import { countSale } from './daily-totals.ts';
import { type Order, orderOf } from './order.ts';

interface ReversalsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
  readonly apiDeliveriesDue: Signal;
}

/** Reverses a delivery that the operator took back: the buyer gets the charge back once. */
export function createReversals(deps: ReversalsDeps) {
  const { database, audit, alerts, people, now, receiptsDue, alertsDue, apiDeliveriesDue } = deps;
  /** Also frees its promo code, takes back the referrer's share and corrects reports. A second call changes nothing. */
  return async function reverse(orderId: string, by: number): Promise<Result<Order, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    await database.transaction(async (tx) => {
      const at = now();
      const row = await tx
        .updateTable('orders')
        .set({ reversed_at: at })
        .where('id', '=', orderId)
        .where('state', '=', 'delivered')
        .where('reversed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return;
      const order = orderOf(row);
      const { buyerId: personId, charge, code } = order;
      const actor = `person:${by}`;
      const entry = { key: `reversal:${orderId}`, personId, kind: 'reversal', balance: charge, held: 0 } as const;
      await post(tx, { ...entry, orderId, actor, note: null, at });
      await takeBackReferral(tx, orderId, actor, at);
      if (order.promo !== null) await releasePromo(tx, orderId);
      await addReceiptJob(tx, subjectOf(order), at);
      await addApiDelivery(tx, row, 'reversed', at);
      // The agent finds the order in their own shop by its code there.
      const resold =
        row.source === 'bot'
          ? await tx.selectFrom('api_purchases').select('code').where('order_id', '=', orderId).executeTakeFirst()
          : undefined;
      await alerts.writeTo(tx, [personId], {
        occasion: orderId,
        alert: { kind: 'order-reversed', orderId, code: resold?.code || code, amount: charge },
      });
      const details = { order: orderId, code, amount: charge };
      await audit.write(tx, { actorId: by, action: 'reverse', personId, details });
      // Comes last, as in a delivery.
      await countSale(tx, row, -1);
    });
    receiptsDue.notify();
    alertsDue.notify();
    const row = await database.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
    if (!row) return err({ code: 'order-unknown' });
    if (row.source === 'api') apiDeliveriesDue.notify();
    return row.reversed_at === null ? err({ code: 'order-not-open' }) : ok(orderOf(row));
  };
}
