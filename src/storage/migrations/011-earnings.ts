import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By which name owners find people. */
export const earnings: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('people').addColumn('username', 'text').execute();
  },
};
