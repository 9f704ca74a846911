import { sql } from 'kysely';
import type { Alerts } from '#shop/alerts/alerts.ts';
import type { Database } from '#storage/database.ts';
import { gatewaySwitch, lockSwitch, setSwitch } from '#storage/switches.ts';
import { sendToReview } from './send-to-review.ts';

interface NoteGatewayDeps {
  readonly database: Database;
  readonly alerts: Pick<Alerts, 'write'>;
  readonly now: () => number;
  readonly gatewayUrl: string;
}

const actor = 'start';

/** As it is stored: by http and https it is the same one. */
export function gatewayName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}

/**
 * At the start. The key of an order means nothing to another gateway than the one that it was sent to: what that may have
 * sold is not sent here, and owners decide. How many these are.
 */
export async function noteGateway({ database, alerts, now, gatewayUrl }: NoteGatewayDeps): Promise<number> {
  const at = now();
  const row = { name: gatewaySwitch, value: gatewayName(gatewayUrl), actor, at };
  return database.transaction(async (tx) => {
    if ((await lockSwitch(tx, row)) === row.value) return 0;
    await setSwitch(tx, row);
    // A claim that began before this is waited for, so that its orders are seen as sent.
    if (database.kind === 'postgres') await sql`lock table orders in share row exclusive mode`.execute(tx);
    const sentOrders = await tx
      .selectFrom('orders')
      .select(['id', 'state', 'webservice_code'])
      .where('state', 'in', ['confirmed', 'unsure'])
      .where('attempts', '>', 0)
      .execute();
    for (const { webservice_code: code, ...order } of sentOrders) {
      const alert = { kind: 'order-in-review', orderId: order.id, code } as const;
      await sendToReview(tx, alerts, order, { why: 'sent to another gateway before', alert, actor, at });
    }
    return sentOrders.length;
  });
}
