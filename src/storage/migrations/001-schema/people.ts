import { type Kysely, sql } from 'kysely';
import { always, type DatabaseKind, key, numbered, required, sortedText, zero } from './columns.ts';

/** People who use the shop: their names, roles and numbers, and the links that they open. */
export async function makePeople(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'bigint', key)
    .addColumn('name', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('unit', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('paused_why', 'text')
    .addColumn('unreachable_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('tier_id', 'bigint')
    .addColumn('username', 'text')
    .addColumn('reminders', 'integer', always(1))
    .addColumn('quiet_from', 'integer', always(22))
    .addColumn('quiet_to', 'integer', always(8))
    .addColumn('staff_role', 'text')
    .addColumn('staff_credit', 'bigint', zero)
    .addColumn('staff_decides', 'integer', zero)
    .addColumn('deleted_at', 'bigint')
    .addColumn('owner_since', 'bigint')
    .execute();
  await db.schema.createIndex('people_by_role').on('people').columns(['role', 'id']).execute();
  await db.schema.createIndex('people_by_time').on('people').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('people_by_username')
    .on('people')
    .expression(kind === 'sqlite' ? sql`username` : sql`username collate "C"`)
    .execute();
  await db.schema
    .createIndex('people_of_staff')
    .on('people')
    .columns(['id'])
    .where(sql<boolean>`staff_role is not null`)
    .execute();
  await db.schema
    .createIndex('people_who_own')
    .on('people')
    .columns(['id'])
    .where(sql<boolean>`owner_since is not null`)
    .execute();

  await db.schema
    .createTable('person_words')
    .addColumn('word', sortedText(kind), required)
    .addColumn('person_id', 'bigint', required)
    .addPrimaryKeyConstraint('words_of_names', ['word', 'person_id'])
    .execute();
  await db.schema.createIndex('words_of_person').on('person_words').columns(['person_id', 'word']).execute();

  await db.schema
    .createTable('buyer_totals')
    .addColumn('person_id', 'bigint', key)
    .addColumn('orders', 'bigint', required)
    .addColumn('charged', 'bigint', required)
    .addColumn('last_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('best_buyers').on('buyer_totals').columns(['charged', 'person_id']).execute();

  await db.schema
    .createTable('person_notes')
    .addColumn(...numbered(kind))
    .addColumn('person_id', 'bigint', required)
    .addColumn('author_id', 'bigint', required)
    .addColumn('at', 'bigint', required)
    .addColumn('text', 'text', required)
    .execute();
  await db.schema.createIndex('notes_of_person').on('person_notes').columns(['person_id', 'id']).execute();

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
    .createTable('staff_invites')
    .addColumn('code', 'text', key)
    .addColumn('role', 'text', required)
    .addColumn('credit', 'bigint', required)
    .addColumn('decides', 'integer', required)
    .addColumn('created_by', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('used_by', 'bigint')
    .addColumn('used_at', 'bigint')
    .execute();

  await db.schema
    .createTable('owner_links')
    .addColumn('hash', 'text', key)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('used_by', 'bigint')
    .addColumn('used_at', 'bigint')
    .execute();

  await db.schema
    .createTable('numbers')
    .addColumn('person_id', 'bigint', required)
    .addColumn('mobile', 'text', required)
    .addColumn('label', 'text')
    .addColumn('operator_id', 'integer')
    .addColumn('sim_type', 'text')
    .addColumn('used_at', 'bigint', required)
    .addColumn('muted', 'integer', zero)
    .addPrimaryKeyConstraint('numbers_of_person', ['person_id', 'mobile'])
    .execute();
  await db.schema.createIndex('numbers_by_mobile').on('numbers').columns(['mobile']).execute();
}
