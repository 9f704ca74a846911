import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Quotes are counted for each person, and those that are being paid for are known. */
export const limits: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('orders')
      .addColumn('paying_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('quotes_of_buyer')
      .on('orders')
      .columns(['buyer_id', 'quoted_at'])
      .where(sql.ref('state'), '=', sql`'quoted'`)
      .execute();
  },
};
