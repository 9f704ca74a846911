import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, key, numbered, required, requiredOnce, zero } from './columns.ts';

/** Referrals, and settlement with agents. */
export async function makeEarnings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('referral_links')
    .addColumn('person_id', 'bigint', key)
    .addColumn('code', 'text', requiredOnce)
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
    .createTable('settlement_terms')
    .addColumn('person_id', 'bigint', key)
    .addColumn('cycle', 'text', required)
    .addColumn('day', 'integer', required)
    .addColumn('grace_days', 'integer', required)
    .execute();

  await db.schema
    .createTable('settlements')
    .addColumn(...numbered(kind))
    .addColumn('person_id', 'bigint', required)
    .addColumn('day', 'bigint', required)
    .addColumn('from_day', 'bigint', required)
    .addColumn('owed', 'bigint', required)
    .addColumn('ledger_id', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('grace_ends_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', required)
    .addColumn('lease_until', 'bigint', zero)
    .addUniqueConstraint('settlement_of_day', ['person_id', 'day'])
    .execute();
  await db.schema
    .createIndex('open_settlements')
    .on('settlements')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`ended_at is null`)
    .execute();
}
