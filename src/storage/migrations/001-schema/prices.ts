import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, key, numbered, required, requiredOnce, zero } from './columns.ts';

/** Price rules, tiers and promo codes. */
export async function makePrices(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('price_rules')
    .addColumn(...numbered(kind))
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
    .where(sql<boolean>`ended_at is null`)
    .execute();

  await db.schema
    .createTable('tiers')
    .addColumn(...numbered(kind))
    .addColumn('name', 'text', required)
    .addColumn('turnover', 'bigint')
    .addColumn('created_by', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute();

  await db.schema
    .createTable('promo_codes')
    .addColumn(...numbered(kind))
    .addColumn('code', 'text', requiredOnce)
    .addColumn('kind', 'text', required)
    .addColumn('value', 'bigint', required)
    .addColumn('target', 'text')
    .addColumn('operator_id', 'integer')
    .addColumn('product_type', 'text')
    .addColumn('most_uses', 'integer')
    .addColumn('most_each', 'integer')
    .addColumn('used', 'integer', zero)
    .addColumn('ends_at', 'bigint')
    .addColumn('created_by', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .addColumn('target_id', 'bigint')
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
}
