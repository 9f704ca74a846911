import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The credit that the buyer of a top-up named. Null, as in every row of before: they named what they pay. The amount beside
 * it is what is sent in either case, so that an earlier release buys the same.
 */
export const credits: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('orders').addColumn('named_credit', 'bigint').execute();
    await db.schema.alterTable('plans').addColumn('credit', 'bigint').execute();
  },
};
