import type { Alerts } from '#shop/alerts/alerts.ts';
import type { Database } from '#storage/database.ts';
import { lockSwitch, setSwitch } from '#storage/switches.ts';
import { sendToReview } from './send-to-review.ts';

interface NoteGatewayDeps {
  readonly database: Database;
  readonly alerts: Pick<Alerts, 'write'>;
  readonly now: () => number;
}

const actor = 'start';

/**
 * At the start. The key of an order means nothing to another gateway than the one that it was sent to: what that may have
 * sold is not sent here, and owners decide. How many these are.
 */
export async function noteGateway({ database, alerts, now }: NoteGatewayDeps, url: string): Promise<number> {
  const { host, pathname } = new URL(url);
  const at = now();
  const row = { name: 'gateway', value: `${host}${pathname.replace(/\/+$/, '')}`, actor, at };
  return database.transaction(async (tx) => {
    if ((await lockSwitch(tx, row)) === row.value) return 0;
    await setSwitch(tx, row);
    const sent = await tx
      .selectFrom('orders')
      .select(['id', 'state', 'webservice_code'])
      .where('state', 'in', ['confirmed', 'unsure'])
      .where('attempts', '>', 0)
      .execute();
    for (const { webservice_code: code, ...order } of sent) {
      const alert = { kind: 'order-in-review', orderId: order.id, code } as const;
      await sendToReview(tx, alerts, order, { why: 'sent to another gateway before', alert, actor, at });
    }
    return sent.length;
  });
}
