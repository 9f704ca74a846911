import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { AlertRow, OrderRow, PaymentRow, ReceiptJobRow } from '../../storage/tables.ts';
import { isOpen } from '../orders/state-filter.ts';

export interface Claim {
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
}

/**
 * Takes orders that are due and that no other process is working on. One statement, whose condition the database checks
 * again row by row as it writes, so two processes never both get a row. The lease only saves work: if it runs out during
 * a slow call, a second process sends the same key and hears the same answer.
 *
 * PostgreSQL leaves out what another one is writing at this moment: two claims that waited for each other's rows would
 * be a deadlock. SQLite has one writer at a time and needs no such words. The rows stand in a `with`, which runs once
 * whatever the plan, so that no more than `limit` are ever taken.
 */
export const claimOrders = (database: Database, claim: Claim): Promise<OrderRow[]> =>
  takeOrders[database.kind](database.db, valuesOf(claim));

const takeOrders = onBoth((kind) =>
  prepared((db, { now, until, limit }: Taking) => {
    const due = db.with('due', (cte) =>
      cte
        .selectFrom('orders')
        .select('id')
        .where(isOpen)
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    );
    return db
      .updateTable('orders')
      .set((eb) => ({ lease_until: until, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', due.selectFrom('due').select('due.id'))
      .where(isOpen)
      .where('next_attempt_at', '<=', now)
      .where('lease_until', '<=', now)
      .returningAll();
  }),
);

/** Whether any order is still to be sent, now or later. */
export async function areOrdersOpen({ db }: Database): Promise<boolean> {
  const one = await db.selectFrom('orders').select('id').where(isOpen).limit(1).executeTakeFirst();
  return one !== undefined;
}

export const claimPayments = (database: Database, claim: Claim): Promise<PaymentRow[]> =>
  takePayments[database.kind](database.db, valuesOf(claim));

const takePayments = onBoth((kind) =>
  prepared((db, { now, until, limit }: Taking) => {
    const due = db.with('due', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    );
    return db
      .updateTable('payments')
      .set((eb) => ({ lease_until: until, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', due.selectFrom('due').select('due.id'))
      .where('next_attempt_at', '<=', now)
      .where('lease_until', '<=', now)
      .returningAll();
  }),
);

export const claimReceiptJobs = (database: Database, claim: Claim): Promise<ReceiptJobRow[]> =>
  takeReceiptJobs[database.kind](database.db, valuesOf(claim));

const takeReceiptJobs = onBoth((kind) =>
  prepared((db, { now, until, limit }: Taking) => {
    const due = db.with('due', (cte) =>
      cte
        .selectFrom('receipt_jobs')
        .select('subject')
        .where('done_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    );
    return db
      .updateTable('receipt_jobs')
      .set((eb) => ({ lease_until: until, attempts: eb('attempts', '+', 1) }))
      .where('subject', 'in', due.selectFrom('due').select('due.subject'))
      .where('done_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .where('lease_until', '<=', now)
      .returningAll();
  }),
);

export const claimAlerts = (database: Database, claim: Claim): Promise<AlertRow[]> =>
  takeAlerts[database.kind](database.db, valuesOf(claim));

const takeAlerts = onBoth((kind) =>
  prepared((db, { now, until, limit }: Taking) => {
    const due = db.with('due', (cte) =>
      cte
        .selectFrom('alerts')
        .select('id')
        .where('done_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    );
    return db
      .updateTable('alerts')
      .set((eb) => ({ lease_until: until, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', due.selectFrom('due').select('due.id'))
      .where('done_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .where('lease_until', '<=', now)
      .returningAll();
  }),
);

interface Taking {
  readonly now: number;
  readonly until: number;
  readonly limit: number;
}

function valuesOf({ now, leaseMs, limit }: Claim): Taking {
  return { now, until: now + leaseMs, limit };
}

function onBoth<T>(build: (kind: Database['kind']) => T): Readonly<Record<Database['kind'], T>> {
  return { sqlite: build('sqlite'), postgres: build('postgres') };
}
