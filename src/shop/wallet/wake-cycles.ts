import { sql } from 'kysely';
import type { Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';

const wake = prepared((db, { personId }: { readonly personId: number }) =>
  db
    .updateTable('plan_cycles')
    .set({ next_attempt_at: sql.lit(0) })
    .where('person_id', '=', personId)
    .where(sql<boolean>`state = 'waiting'`)
    .where(sql<boolean>`problem = 'money'`),
);

/** In the transaction that gives or lends a person money, with their wallet locked: what waited for it is tried again. */
export async function wakeCyclesShortOfMoney(tx: Transaction, personId: number): Promise<void> {
  await wake(tx, { personId });
}
