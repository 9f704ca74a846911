import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** Price rules and tiers, what each order is charged and earns, and the sums of both by day. */
export function prices(kind: 'sqlite' | 'postgres'): Migration {
  const counted = kind === 'sqlite' ? 'integer' : 'bigserial';
  const counter = (column: ColumnDefinitionBuilder) =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey();
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('price_rules')
        .addColumn('id', counted, counter)
        .addColumn('target', 'text', required)
        .addColumn('target_id', 'bigint')
        .addColumn('operator_id', 'integer')
        .addColumn('product_type', 'text')
        .addColumn('basis_points', 'integer', required)
        .addColumn('name', 'text')
        .addColumn('starts_at', 'bigint', required)
        .addColumn('created_by', 'bigint', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('ended_at', 'bigint')
        .addColumn('ended_by', 'bigint')
        .addCheckConstraint('price_rule_bounded', sql`basis_points between -10000 and 10000`)
        .execute();
      await db.schema
        .createIndex('current_price_rules')
        .on('price_rules')
        .columns(['target', 'target_id'])
        .where(sql.ref('ended_at'), 'is', null)
        .execute();
      await db.schema
        .createTable('tiers')
        .addColumn('id', counted, counter)
        .addColumn('name', 'text', required)
        .addColumn('turnover', 'bigint')
        .addColumn('created_by', 'bigint', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('ended_at', 'bigint')
        .execute();
      await db.schema.alterTable('people').addColumn('tier_id', 'bigint').execute();

      // Nothing written means the total: for orders of before, which are too many to be rewritten at a start, and for those
      // that processes of the version before write for a while.
      await db.schema
        .alterTable('orders')
        .addColumn('charge', 'bigint', (column) => column.check(sql`charge >= 0`))
        .execute();
      await db.schema.alterTable('orders').addColumn('cost', 'bigint').execute();
      await db.schema.alterTable('orders').addColumn('profit', 'bigint').execute();
      await db.schema.alterTable('orders').addColumn('price_name', 'text').execute();

      // Nought is right for orders without rules and of unknown cost: those of before, and of the version before.
      for (const column of ['discount', 'known', 'cost', 'profit']) {
        await db.schema.alterTable('daily_sales').addColumn(column, 'bigint', zero).execute();
      }
    },
  };
}
