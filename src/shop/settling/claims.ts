import { openStates } from '../../domain/order.ts';
import type { Queries } from '../../storage/database.ts';
import type { OrderRow, ReceiptRow } from '../../storage/tables.ts';

export interface Claim {
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
}

/**
 * Takes orders that are due and that no other process is working on. One statement, whose condition the database checks
 * again row by row as it writes, so two processes never both get a row. The lease only saves work: if it runs out during
 * a slow call, a second process sends the same key and hears the same answer.
 */
export async function claimOrders(db: Queries, { now, leaseMs, limit }: Claim): Promise<OrderRow[]> {
  return db
    .updateTable('orders')
    .set((eb) => ({ lease_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('state', 'in', openStates)
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit),
    )
    .where('state', 'in', openStates)
    .where('next_attempt_at', '<=', now)
    .where('lease_until', '<=', now)
    .returningAll()
    .execute();
}

export async function claimReceipts(db: Queries, { now, leaseMs, limit }: Claim): Promise<ReceiptRow[]> {
  return db
    .updateTable('receipts')
    .set((eb) => ({ lease_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('receipts')
        .select('id')
        .where('done_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit),
    )
    .where('done_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where('lease_until', '<=', now)
    .returningAll()
    .execute();
}
