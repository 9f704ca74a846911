import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The quote that stands instead of a cancelled one. */
export const retiredQuotes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('orders').addColumn('superseded_by', 'text').execute();
  },
};
