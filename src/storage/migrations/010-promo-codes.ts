import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();

/** Promo codes, their uses, and what they took off an order. */
export function promoCodes(kind: 'sqlite' | 'postgres'): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('promo_codes')
        .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('kind', 'text', required)
        .addColumn('value', 'bigint', required)
        .addColumn('target', 'text')
        .addColumn('operator_id', 'integer')
        .addColumn('product_type', 'text')
        .addColumn('most_uses', 'integer')
        .addColumn('most_each', 'integer')
        .addColumn('used', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('ends_at', 'bigint')
        .addColumn('created_by', 'bigint', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('ended_at', 'bigint')
        .addCheckConstraint('promo_not_overused', sql`used >= 0 and (most_uses is null or used <= most_uses)`)
        .execute();
      await db.schema
        .createTable('promo_uses')
        .addColumn('order_id', 'text', key)
        .addColumn('promo_id', 'bigint', required)
        .addColumn('person_id', 'bigint', required)
        .addColumn('discount', 'bigint', required)
        .addColumn('at', 'bigint', required)
        .execute();
      await db.schema.createIndex('uses_of_promo').on('promo_uses').columns(['promo_id', 'person_id']).execute();
      await db.schema.alterTable('orders').addColumn('promo_id', 'bigint').execute();
      await db.schema.alterTable('orders').addColumn('promo_code', 'text').execute();
      await db.schema.alterTable('orders').addColumn('promo_discount', 'bigint').execute();
    },
  };
}
