import { sql } from 'kysely';
import type { Queries } from '#storage/database.ts';

/**
 * Grows with every confirmed sale and all money that comes and goes, also while a payer is on their way to the bank; equal:
 * there was none in between. What became of an order that was confirmed before is left out: it is sent again under its key,
 * and answered as before. A payment that expires loses nothing.
 */
export async function readMoneyMark(db: Queries): Promise<string> {
  const { rows } = await sql<Readonly<Record<string, number>>>`select
    (select count(*) from ${sql.table('orders')} where confirmed_at is not null) as orders,
    (select count(*) from ${sql.table('ledger')} where kind not in ('capture', 'release', 'referral')) as movements,
    (select count(*) from ${sql.table('payments')}) as payments,
    (select count(*) from ${sql.table('payments')} where reference is not null) as visits,
    (select count(*) from ${sql.table('payment_events')} where to_state <> 'expired') as moves,
    (select count(*) from ${sql.table('payment_slips')}) as slips`.execute(db);
  return rows.map((counts) => Object.values(counts).join('-')).join();
}
