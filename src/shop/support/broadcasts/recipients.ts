import { type Claim, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Database } from '#storage/database.ts';

export interface Recipient {
  readonly announcementId: string;
  readonly personId: number;
  /** Attempts with an unknown outcome, including this one. */
  readonly attempts: number;
  readonly leaseUntil: number;
}

/** Counts the attempt before it begins, so that a crash counts too. */
export async function claimRecipients(
  { db, kind }: Database,
  announcementId: string,
  { now, leaseMs, limit }: Claim,
): Promise<Recipient[]> {
  const due = db.with('due', (cte) =>
    cte
      .selectFrom('announcement_people')
      .select('person_id')
      .where('announcement_id', '=', announcementId)
      .where('lease_until', '<=', now)
      .orderBy('person_id')
      .limit(limit)
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked()),
  );
  const rows = await db
    .updateTable('announcement_people')
    .set((eb) => ({ lease_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('announcement_id', '=', announcementId)
    .where('person_id', 'in', due.selectFrom('due').select('due.person_id'))
    .where('lease_until', '<=', now)
    .returning(['person_id', 'attempts', 'lease_until'])
    .execute();
  return rows.map(({ person_id, attempts, lease_until }) => ({
    announcementId,
    personId: person_id,
    attempts,
    leaseUntil: lease_until,
  }));
}

const claimOf = ({ attempts, leaseUntil }: Recipient) => isStillClaimed({ attempts, lease_until: leaseUntil });

/**
 * Deletes and counts the recipient in one transaction, so that it counts once. A delivery always counts; a failure
 * counts only while this process still holds the recipient, because another one may still succeed.
 */
export async function finishRecipient(
  database: Database,
  recipient: Recipient,
  how: 'sent' | 'blocked' | 'failed',
): Promise<void> {
  const { announcementId, personId } = recipient;
  await database.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('announcement_people')
      .where('announcement_id', '=', announcementId)
      .where('person_id', '=', personId)
      .$if(how !== 'sent', (query) => query.where(claimOf(recipient)))
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await tx
      .updateTable('announcements')
      .set((eb) => ({ [how]: eb(how, '+', 1) }))
      .where('id', '=', announcementId)
      .execute();
  });
}

/** Returns the recipient to the next batch, unless another process has claimed them since. */
export async function returnRecipient({ db }: Database, recipient: Recipient, attempts: number): Promise<void> {
  const { announcementId, personId } = recipient;
  await db
    .updateTable('announcement_people')
    .set({ attempts, lease_until: 0 })
    .where('announcement_id', '=', announcementId)
    .where('person_id', '=', personId)
    .where(claimOf(recipient))
    .execute();
}
