import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { isOpen } from './order-states.ts';
import type { Tables } from './tables/tables.ts';

interface LeaseDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly owner: string;
  readonly leaseMs: number;
}

/** A role that one process has at a time, such as polling Telegram. */
export function createLease(name: string, { database, now, owner, leaseMs }: LeaseDeps) {
  /** True if the lease is ours for `leaseMs`. Taking it again renews it. */
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

export type LeasedTable = { [T in keyof Tables]: 'lease_until' extends keyof Tables[T] ? T : never }[keyof Tables];

const isDue = sql<boolean>`next_attempt_at is not null`;
const isNotDone = sql<boolean>`done_at is null`;
const isLeased = sql<boolean>`lease_until > 0`;

/**
 * Every table with leased rows, and the condition for unfinished ones. It repeats the table's index where it has one.
 */
export const unfinished: Readonly<Record<LeasedTable, RawBuilder<boolean>>> = {
  chats: isLeased,
  orders: isOpen,
  payments: isDue,
  receipt_jobs: isNotDone,
  plan_cycles: sql`state = 'waiting'`,
  settlements: sql`ended_at is null`,
  alerts: isNotDone,
  announcement_people: isLeased,
  support_conversations: isDue,
  api_deliveries: isNotDone,
};

/** Lets the only process of a database continue earlier work without waiting for old leases. */
export async function dropLeases({ db }: Pick<Database, 'db'>): Promise<void> {
  for (const [table, rows] of Object.entries(unfinished))
    await db
      .updateTable(table as LeasedTable)
      .set({ lease_until: 0 })
      .where(rows)
      .execute();
  await db.deleteFrom('leases').execute();
}
