import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a restore marks: rows that were open in the archive, so that this database may not know how they ended. */
export const possiblySent: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['orders', 'payments'])
      await db.schema.alterTable(table).addColumn('possibly_sent_at', 'bigint').execute();
    await db.schema
      .alterTable('plans')
      .addColumn('possibly_sent_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
