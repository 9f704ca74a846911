import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops tables and columns that nothing reads. `order_messages` and the rows of lists hold the same. */
export const unused: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.dropTable('receipts').execute();
    await db.schema.alterTable('orders').dropColumn('message_id').execute();
    for (const column of ['with_bought', 'message_id'])
      await db.schema.alterTable('batches').dropColumn(column).execute();
  },
};
