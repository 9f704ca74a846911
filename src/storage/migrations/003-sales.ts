import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Daily sums, so that reports do not read orders; and indexes of a buyer's open and rejected orders. */
export function sales(kind: 'sqlite' | 'postgres'): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('daily_sales')
        .addColumn('seller_id', 'bigint', required)
        .addColumn('part', 'text', required)
        .addColumn('day', 'integer', required)
        .addColumn('part_id', 'bigint', required)
        .addColumn('count', 'bigint', required)
        .addColumn('base', 'bigint', required)
        .addColumn('vat', 'bigint', required)
        .addColumn('total', 'bigint', required)
        .addColumn('title', 'text')
        .addColumn('title_en', 'text')
        .addPrimaryKeyConstraint('sales_of_day', ['seller_id', 'part', 'day', 'part_id'])
        // A report reads one stretch of the key: in SQLite the rows themselves then lie side by side.
        .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
        .execute();
      await fillDailySales(db);
      await db.schema
        .createIndex('open_orders_of_buyer')
        .on('orders')
        .columns(['buyer_id', 'confirmed_at', 'id'])
        .where(sql.ref('state'), 'in', sql`('confirmed', 'unsure', 'review')`)
        .execute();
      await db.schema
        .createIndex('rejected_orders_of_buyer')
        .on('orders')
        .columns(['buyer_id', 'confirmed_at', 'id'])
        .where(sql.ref('state'), '=', sql`'rejected'`)
        .execute();
    },
  };
}

/** The sums of all orders delivered so far, into an empty table. */
export async function fillDailySales<Tables>(db: Kysely<Tables>): Promise<void> {
  // Tehran is three and a half hours ahead all the year round.
  const day = sql`(confirmed_at + 12600000) / 86400000`;
  const bought = (part: RawBuilder<unknown>, partId: RawBuilder<unknown>, titles: RawBuilder<unknown>) => sql`
    insert into daily_sales (seller_id, part, day, part_id, count, base, vat, total, title, title_en)
    select buyer_id, ${part}, ${day}, ${partId}, count(*), sum(base), sum(vat), sum(total), ${titles}
    from orders where state = 'delivered' group by 1, 2, 3, 4`;
  await bought(sql`'operator'`, sql`operator_id`, sql`null, null`).execute(db);
  // Personal offers are as many as there are people: they count together, under no title of their own.
  const named = (title: RawBuilder<unknown>) => sql`max(case when kind = 'product' then ${title} end)`;
  await bought(sql`kind`, sql`product_id`, sql`${named(sql`title`)}, ${named(sql`title_en`)}`).execute(db);
  await sql`
    insert into daily_sales (seller_id, part, day, part_id, count, base, vat, total, title, title_en)
    select 0, part, day, part_id, sum(count), sum(base), sum(vat), sum(total), max(title), max(title_en)
    from daily_sales group by 2, 3, 4`.execute(db);
}
