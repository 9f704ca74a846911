import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reversed orders are in the history of their buyer, and in no daily sum. They are few. */
export const reversedOrders: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index orders_reversed on orders (buyer_id, confirmed_at) where reversed_at is not null`.execute(
      db,
    );
  },
};
