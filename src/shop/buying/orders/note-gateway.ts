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
import { sendToReview } from './manual-review.ts';

interface NoteGatewayDeps {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
  readonly alerts: Pick<Alerts, 'write'>;
  readonly now: () => number;
  readonly gatewayUrl: string;
}

const actor = 'start';

/** The stored form, which is the same for http and https. */
export function gatewayName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Handles a changed gateway at the start. Another gateway does not know the old keys and products, so orders that the old
 * one may have sold go to review, and orders never sent are rejected and their prices released. Returns how many are in review.
 */
export async function noteGateway(deps: NoteGatewayDeps): Promise<number> {
  const { database, wallet, alerts, now, gatewayUrl } = deps;
  const at = now();
  const row = { name: gatewaySwitch, value: gatewayName(gatewayUrl), actor, at };
  return database.transaction(async (tx) => {
    // The first noted gateway is the one that the shop always had, even an agent's shop that was in this process before.
    if ((await lockSwitch(tx, { ...row, at: 0 })) === row.value) return 0;
    await setSwitch(tx, row);
    // Trouble of the previous gateway is over.
    await removeSwitch(tx, outageSwitch);
    await createCopyStore(createKeyValue({ db: tx }, 'catalogue', now), now).forget();
    // Waits for claims that began earlier, so that their orders count as sent.
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
  // No key of the previous gateway is young enough to be sent here, so a person decides about paid orders.
  await quotes.set({ possibly_sent_at: 0 }).where(isPossiblySent, 'is not', null).execute();
  await tx
    .updateTable('payments')
    .set({ hold_until: at })
    .where('possibly_sent_at', 'is', null)
    .where('hold_until', '>', at)
    .execute();
}
