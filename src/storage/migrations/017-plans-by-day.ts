import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The forecast reads the plans of the next days, not all. */
export const plansByDay: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('plans_by_day').on('plans').columns(['state', 'next_day']).execute();
  },
};
