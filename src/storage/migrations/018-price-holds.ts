import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Until when a payment holds the price of its order; of an order, its payments are read. */
export const priceHolds: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('payments').addColumn('hold_until', 'bigint').execute();
    await sql`create index payments_of_order on payments (order_id) where order_id is not null`.execute(db);
  },
};
