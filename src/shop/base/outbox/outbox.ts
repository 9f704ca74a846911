import { sql } from 'kysely';
import type { Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { ReceiptJobRow } from '#storage/tables/tables.ts';

export type Subject = ReceiptJobRow['subject'];

/** The result of sending something to a person. */
export type Delivery =
  | { readonly kind: 'delivered' }
  /** The person blocked the bot; the order page shows the result when they return. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'later'; readonly retryAfterMs: number | null };

/** The subject of an order's messages; orders of a list share one. */
export const subjectOf = ({ id, batchId }: { readonly id: string; readonly batchId: string | null }): Subject =>
  batchId === null ? `order:${id}` : `batch:${batchId}`;

const upsertJob = prepared((db, { subject, at }: { readonly subject: Subject; readonly at: number }) =>
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

/** Adds a job after a change of the subject, or for a new message that shows it. */
export async function addReceiptJob(tx: Transaction, subject: Subject, at: number): Promise<void> {
  await upsertJob(tx, { subject, at });
}
