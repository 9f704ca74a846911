import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The shop's own API: who may use it, their tokens, what was asked for under each key, and what is told of its end. */
export const reselling: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('orders').addColumn('source', 'text').execute();
    await db.schema
      .createTable('api_access')
      .addColumn('person_id', 'bigint', (column) => column.notNull().primaryKey())
      .addColumn('allowed_at', 'bigint')
      .addColumn('daily_limit', 'bigint')
      .addColumn('receipts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('hook_url', 'text')
      .addColumn('hook_secret', 'text')
      .execute();
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('person_id', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('addresses', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('used_day', 'integer')
      .addColumn('used_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('api_tokens_of_person').on('api_tokens').columns(['person_id', 'created_at']).execute();
    await db.schema
      .createTable('api_purchases')
      .addColumn('person_id', 'bigint', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.unique())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('refusal', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('api_purchases_key', ['person_id', 'key'])
      .execute();
    await db.schema.createIndex('api_purchases_by_code').on('api_purchases').columns(['person_id', 'code']).execute();
    await db.schema
      .createTable('api_deliveries')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('person_id', 'bigint', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('tried_at', 'bigint')
      .addColumn('result', 'text')
      .addColumn('done_at', 'bigint')
      .addColumn('done_how', 'text')
      .execute();
    await db.schema
      .createIndex('api_deliveries_due')
      .on('api_deliveries')
      .columns(['next_attempt_at', 'lease_until'])
      .where(sql<boolean>`done_at is null`)
      .execute();
    await db.schema
      .createIndex('api_deliveries_of_person')
      .on('api_deliveries')
      .columns(['person_id', 'created_at'])
      .execute();
  },
};
