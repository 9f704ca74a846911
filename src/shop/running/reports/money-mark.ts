import { sql } from 'kysely';
import type { Queries } from '#storage/database.ts';

/**
 * A mark that changes with every confirmed sale and all money that comes and goes, even while a payer is on the way to
 * the bank. Equal marks mean that nothing happened in between. The outcome of an already confirmed order does not
 * count, because it is sent again under its key and answered as before. Neither does a payment that expires, because
 * nothing is lost.
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
