import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each row of a list has an item of its own; open lists are looked for at every press of a seller. */
export const listRows: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('batch_rows').addColumn('product_id', 'bigint').execute();
    await db.schema.alterTable('batch_rows').addColumn('amount', 'bigint').execute();
    await db.schema.alterTable('batch_rows').addColumn('words', 'text').execute();
    await db.schema
      .alterTable('batch_rows')
      .addColumn('with_bought', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('open_batches')
      .on('batches')
      .columns(['seller_id', 'created_at'])
      .where(sql.ref('state'), '=', sql.lit('draft'))
      .execute();
  },
};
