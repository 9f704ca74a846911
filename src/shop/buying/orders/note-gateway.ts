import { sql } from 'kysely';
import { ownCauseOutcome } from '#domain/order.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import { createCopyStore } from '#shop/buying/catalogue/copy.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { inState, isOpen } from '#storage/order-states.ts';
import { gatewaySwitch, lockSwitch, outageSwitch, removeSwitch, setSwitch } from '#storage/switches.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { finalizeOrder } from './finalize-order.ts';
import { sendToReview } from './send-to-review.ts';

interface NoteGatewayDeps {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
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
 * At the start. Keys and products of one gateway mean nothing to another: what the one before may have sold is not sent here,
 * and owners decide; what it was never sent is not bought, and its price is not held any longer. Returns how many are in review.
 */
export async function noteGateway(deps: NoteGatewayDeps): Promise<number> {
  const { database, wallet, alerts, now, gatewayUrl } = deps;
  const at = now();
  const row = { name: gatewaySwitch, value: gatewayName(gatewayUrl), actor, at };
  return database.transaction(async (tx) => {
    // The first one that is noted is the one that there always was, also of an agent's shop that was in this process before.
    if ((await lockSwitch(tx, { ...row, at: 0 })) === row.value) return 0;
    await setSwitch(tx, row);
    // Of the gateway before.
    await removeSwitch(tx, outageSwitch);
    await createCopyStore(createKeyValue({ db: tx }, 'catalogue', now), now).forget();
    // A claim that began before this is waited for, so that its orders are seen as sent.
    if (database.kind === 'postgres')
      await sql`lock table ${sql.table('orders')} in share row exclusive mode`.execute(tx);
    const orders = await tx.selectFrom('orders').selectAll().where(isOpen).execute();
    const sentOrders = orders.filter(wasSent);
    for (const { webservice_code: code, ...order } of sentOrders) {
      const alert = { kind: 'order-in-review', orderId: order.id, code } as const;
      await sendToReview(tx, alerts, order, { why: 'sent to another gateway before', alert, actor, at });
    }
    for (const { id } of orders.filter((order) => !wasSent(order))) {
      const why = 'not sent before the gateway changed';
      const ending = { id, from: 'confirmed', to: 'rejected', actor, why, outcome: ownCauseOutcome, now: at } as const;
      await finalizeOrder(tx, wallet, ending);
    }
    await endQuotes(tx, at);
    return sentOrders.length;
  });
}

const wasSent = ({ state, attempts, possibly_sent_at }: OrderRow): boolean =>
  state === 'unsure' || attempts > 0 || possibly_sent_at !== null;

async function endQuotes(tx: Transaction, at: number): Promise<void> {
  const quotes = tx.updateTable('orders').where(inState('quoted'));
  const isPossiblySent = 'possibly_sent_at';
  await quotes.set({ expires_at: at }).where(isPossiblySent, 'is', null).where('expires_at', '>', at).execute();
  // No key of the gateway before is young enough to be sent here, so a person decides about what was paid for.
  await quotes.set({ possibly_sent_at: 0 }).where(isPossiblySent, 'is not', null).execute();
  await tx
    .updateTable('payments')
    .set({ hold_until: at })
    .where('possibly_sent_at', 'is', null)
    .where('hold_until', '>', at)
    .execute();
}
