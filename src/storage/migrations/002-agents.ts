import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();

/** Agents and how they join, what owners and agents did, and sales of one thing to many numbers. */
export function agents(kind: 'sqlite' | 'postgres'): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('invites')
        .addColumn('code', 'text', key)
        .addColumn('credit_limit', 'bigint', required)
        .addColumn('created_by', 'bigint', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('used_by', 'bigint')
        .addColumn('used_at', 'bigint')
        .execute();

      await db.schema
        .createTable('audit')
        .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('at', 'bigint', required)
        .addColumn('actor_id', 'bigint', required)
        .addColumn('action', 'text', required)
        .addColumn('person_id', 'bigint')
        .addColumn('details', 'text', required)
        .execute();
      await db.schema.createIndex('audit_of_person').on('audit').columns(['person_id', 'id']).execute();

      await db.schema
        .createTable('batches')
        .addColumn('id', 'text', key)
        .addColumn('seller_id', 'bigint', required)
        .addColumn('state', 'text', required)
        .addColumn('product_id', 'bigint')
        .addColumn('amount', 'bigint')
        .addColumn('with_bought', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', 'bigint', required)
        .addColumn('confirmed_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('message_id', 'bigint')
        .execute();
      await db.schema
        .createTable('batch_rows')
        .addColumn('batch_id', 'text', required)
        .addColumn('row', 'integer', required)
        .addColumn('mobile', 'text', required)
        .addColumn('order_id', 'text')
        .addColumn('problem', 'text')
        .addPrimaryKeyConstraint('rows_of_batch', ['batch_id', 'row'])
        .execute();
      await db.schema.alterTable('orders').addColumn('batch_id', 'text').execute();
      await db.schema
        .createIndex('orders_of_batch')
        .on('orders')
        .columns(['batch_id'])
        .where(sql.ref('batch_id'), 'is not', null)
        .execute();
      await db.schema.createIndex('people_by_role').on('people').columns(['role', 'id']).execute();
    },
  };
}
