import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Everyone's orders of a period, page by page in the order in which they were confirmed. */
export const times: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('orders_by_time')
      .on('orders')
      .columns(['confirmed_at', 'id'])
      .where(sql.ref('confirmed_at'), 'is not', null)
      .execute();
  },
};
