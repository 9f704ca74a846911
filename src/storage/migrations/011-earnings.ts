import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();

/** Usernames, referrals, reversals, by what an order was paid, and settlement with agents. No row of before is rewritten. */
export function earnings(kind: 'sqlite' | 'postgres'): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('people').addColumn('username', 'text').execute();
      await db.schema.alterTable('orders').addColumn('paid_by', 'text').execute();
      await db.schema.alterTable('orders').addColumn('reversed_at', 'bigint').execute();
      await db.schema.alterTable('promo_codes').addColumn('target_id', 'bigint').execute();
      await addReferrals(db);
      await addSettlement(db, kind);
    },
  };
}

async function addReferrals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('referral_links')
    .addColumn('person_id', 'bigint', key)
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('referrals')
    .addColumn('person_id', 'bigint', key)
    .addColumn('referrer_id', 'bigint', required)
    .addColumn('at', 'bigint', required)
    .addColumn('void_why', 'text')
    .addCheckConstraint('no_self_referral', sql`person_id <> referrer_id`)
    .execute();
  await db.schema.createIndex('referrals_of_person').on('referrals').columns(['referrer_id']).execute();
  await db.schema
    .createIndex('referral_credits')
    .on('ledger')
    .columns(['person_id', 'at'])
    .where(sql<boolean>`kind = 'referral'`)
    .execute();
}

async function addSettlement(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('settlement_terms')
    .addColumn('person_id', 'bigint', key)
    .addColumn('cycle', 'text', required)
    .addColumn('day', 'integer', required)
    .addColumn('grace_days', 'integer', required)
    .execute();
  await db.schema
    .createTable('settlements')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('person_id', 'bigint', required)
    .addColumn('day', 'bigint', required)
    .addColumn('from_day', 'bigint', required)
    .addColumn('owed', 'bigint', required)
    .addColumn('ledger_id', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('grace_ends_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', required)
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('settlement_of_day', ['person_id', 'day'])
    .execute();
  await db.schema
    .createIndex('open_settlements')
    .on('settlements')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`ended_at is null`)
    .execute();
}
