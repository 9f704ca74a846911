import { sql } from 'kysely';
import type { Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';

/** What a message shows: one order, a list of them, or a payment. */
export type Subject = `order:${string}` | `batch:${string}` | `payment:${string}`;

/** The orders of a list are shown together. */
export const subjectOf = ({ id, batchId }: { readonly id: string; readonly batchId: string | null }): Subject =>
  batchId === null ? `order:${id}` : `batch:${batchId}`;

const upsertJob = prepared((db, { subject, at }: { readonly subject: string; readonly at: number }) =>
  db
    .insertInto('receipt_jobs')
    .values({
      subject,
      revision: sql.lit(1),
      told: null,
      created_at: at,
      next_attempt_at: at,
      done_at: null,
      done_how: null,
    })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        revision: sql<number>`receipt_jobs.revision + 1`,
        attempts: sql.lit(0),
        next_attempt_at: eb.ref('excluded.next_attempt_at'),
        done_at: null,
        done_how: null,
      })),
    ),
);

/** The subject changed, or another message shows it: the receipt worker brings its messages up to date. */
export async function addReceiptJob(tx: Transaction, subject: Subject, at: number): Promise<void> {
  await upsertJob(tx, { subject, at });
}
