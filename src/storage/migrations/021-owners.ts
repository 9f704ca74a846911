import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Owners who opened a one-time link, beside those of the settings. An earlier release takes them for customers. */
export const owners: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('people').addColumn('owner_since', 'bigint').execute();
    await db.schema
      .createIndex('people_who_own')
      .on('people')
      .columns(['id'])
      .where(sql<boolean>`owner_since is not null`)
      .execute();
    await db.schema
      .createTable('owner_links')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_by', 'bigint')
      .addColumn('used_at', 'bigint')
      .execute();
  },
};
