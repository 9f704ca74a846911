import { sql } from 'kysely';
import type { Queries, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';

const isLast = sql<boolean>`not exists (
  select 1 from ${sql.table('settlements')} as later where later.person_id = settlements.person_id and later.id > settlements.id
)`;

/** Wakes the settlement worker for recently paid statements, because moved money may leave one unpaid again. */
export const recheckPaidStatements = (db: Queries) =>
  db.updateTable('settlements').set({ ended_at: null, next_attempt_at: 0 }).where('state', '=', 'paid').where(isLast);

const wake = prepared((db, { personId }: { readonly personId: number }) =>
  db
    .updateTable('plan_cycles')
    .set({ next_attempt_at: sql.lit(0) })
    .where('person_id', '=', personId)
    .where(sql<boolean>`state = 'waiting'`)
    .where(sql<boolean>`problem = 'money'`),
);

/** Retries plans that lacked money. Runs in the transaction that gives or lends it, with the wallet locked. */
export async function wakeCyclesShortOfMoney(tx: Transaction, personId: number): Promise<void> {
  await wake(tx, { personId });
}
