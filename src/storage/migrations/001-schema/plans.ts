import { type Kysely, sql } from 'kysely';
import { key, once, required, zero } from './columns.ts';

/** Plans with their cycles, and reminders of packages that expire. */
export async function makePlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'bigint', required)
    .addColumn('mobile', 'text', required)
    .addColumn('what', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('product_id', 'integer')
    .addColumn('amount', 'bigint')
    .addColumn('offer_code', 'text')
    .addColumn('offer_type', 'text')
    .addColumn('profile_id', 'text')
    .addColumn('product_type', 'text', required)
    .addColumn('operator_id', 'integer', required)
    .addColumn('sim_type', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('title_en', 'text')
    .addColumn('days', 'integer')
    .addColumn('total', 'bigint', required)
    .addColumn('charge', 'bigint', required)
    .addColumn('ceiling', 'bigint', required)
    .addColumn('schedule', 'text', required)
    .addColumn('anchor', 'integer', required)
    .addColumn('next_day', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('why', 'text')
    .addColumn('skips', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('next_attempt_at', 'bigint', required)
    .addColumn('credit', 'bigint')
    .addColumn('possibly_sent_until', 'bigint', zero)
    .execute();
  await db.schema
    .createIndex('plans_due')
    .on('plans')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`state = 'active'`)
    .execute();
  await db.schema.createIndex('plans_of_person').on('plans').columns(['person_id', 'created_at']).execute();
  await db.schema
    .createIndex('one_plan_for_number')
    .on('plans')
    .columns(['person_id', 'mobile', 'what'])
    .unique()
    .where(sql<boolean>`state <> 'stopped'`)
    .execute();
  await db.schema.createIndex('plans_by_day').on('plans').columns(['state', 'next_day']).execute();

  await db.schema
    .createTable('plan_cycles')
    .addColumn('id', 'text', key)
    .addColumn('plan_id', 'text', required)
    .addColumn('person_id', 'bigint', required)
    .addColumn('day', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('problem', 'text')
    .addColumn('order_id', 'text', once)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', required)
    .addColumn('lease_until', 'bigint', zero)
    .addUniqueConstraint('one_cycle_a_day', ['plan_id', 'day'])
    .execute();
  await db.schema
    .createIndex('cycles_due')
    .on('plan_cycles')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`state = 'waiting'`)
    .execute();
  await db.schema
    .createIndex('cycles_waiting')
    .on('plan_cycles')
    .columns(['person_id'])
    .where(sql<boolean>`state = 'waiting'`)
    .execute();
  await db.schema.createIndex('cycles_by_day').on('plan_cycles').columns(['day', 'id']).execute();
  await db.schema.createIndex('cycles_of_person').on('plan_cycles').columns(['person_id', 'day']).execute();

  await db.schema
    .createTable('reminders')
    .addColumn('order_id', 'text', key)
    .addColumn('person_id', 'bigint', required)
    .addColumn('mobile', 'text', required)
    .addColumn('ends_on', 'integer', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('done_at', 'bigint')
    .addColumn('done_how', 'text')
    .execute();
  await db.schema
    .createIndex('reminders_due')
    .on('reminders')
    .columns(['due_at'])
    .where(sql<boolean>`done_at is null`)
    .execute();
  await db.schema.createIndex('reminders_of_person').on('reminders').columns(['person_id', 'done_at']).execute();
}
