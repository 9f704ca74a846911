import type { Database } from './database.ts';

interface LeaseDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly owner: string;
  readonly leaseMs: number;
}

/** A role that one process has at a time, such as polling Telegram. */
export function createLease(name: string, { database, now, owner, leaseMs }: LeaseDeps) {
  /** True: the lease is ours for `leaseMs`; taking it again renews it. */
  async function take(): Promise<boolean> {
    const at = now();
    const until = at + leaseMs;
    const row = await database.write((db) =>
      db
        .insertInto('leases')
        .values({ name, owner, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner, until })
            .where((eb) => eb.or([eb('leases.owner', '=', owner), eb('leases.until', '<=', at)])),
        )
        .returning('name')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  async function release(): Promise<void> {
    await database.write((db) => db.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute());
  }

  return { take, release };
}

/** For a database that only one process uses: work of the earlier process continues without waiting for its leases. */
export async function dropLeases({ db }: Database): Promise<void> {
  const free = { lease_until: 0 };
  await db.updateTable('chats').set(free).where('lease_until', '>', 0).execute();
  await db.updateTable('orders').set(free).where('state', 'in', ['confirmed', 'unsure']).execute();
  await db.updateTable('payments').set(free).where('next_attempt_at', 'is not', null).execute();
  await db.updateTable('receipt_jobs').set(free).where('done_at', 'is', null).execute();
  await db.updateTable('plan_cycles').set(free).where('state', '=', 'waiting').execute();
  await db.updateTable('settlements').set(free).where('ended_at', 'is', null).execute();
  await db.updateTable('alerts').set(free).where('done_at', 'is', null).execute();
  await db.updateTable('announcement_people').set(free).where('lease_until', '>', 0).execute();
  await db.updateTable('support_conversations').set(free).where('next_attempt_at', 'is not', null).execute();
  await db.deleteFrom('leases').execute();
}
