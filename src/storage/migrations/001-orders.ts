import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

export function orders(kind: 'sqlite' | 'postgres'): Migration {
  const counted = kind === 'sqlite' ? 'integer' : 'bigserial';
  return {
    up: async (db: Kysely<unknown>) => {
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
        .execute();

      await db.schema
        .createTable('wallets')
        .addColumn('person_id', 'bigint', key)
        .addColumn('balance', 'bigint', zero)
        .addColumn('held', 'bigint', zero)
        .addColumn('credit_limit', 'bigint', zero)
        .addCheckConstraint('wallet_held_positive', sql`held >= 0`)
        .execute();

      await db.schema
        .createTable('ledger')
        .addColumn('id', counted, (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('key', 'text', (column) => column.notNull().unique())
        .addColumn('person_id', 'bigint', required)
        .addColumn('kind', 'text', required)
        .addColumn('balance_delta', 'bigint', required)
        .addColumn('held_delta', 'bigint', required)
        .addColumn('balance_after', 'bigint', required)
        .addColumn('order_id', 'text')
        .addColumn('actor', 'text', required)
        .addColumn('note', 'text')
        .addColumn('at', 'bigint', required)
        .execute();
      await db.schema.createIndex('ledger_of_person').on('ledger').columns(['person_id', 'id']).execute();

      await db.schema
        .createTable('orders')
        .addColumn('id', 'text', key)
        .addColumn('buyer_id', 'bigint', required)
        .addColumn('state', 'text', required)
        .addColumn('kind', 'text', required)
        .addColumn('product_id', 'bigint', required)
        .addColumn('offer_code', 'text')
        .addColumn('offer_type', 'text')
        .addColumn('profile_id', 'text')
        .addColumn('product_type', 'text', required)
        .addColumn('operator_id', 'integer', required)
        .addColumn('sim_type', 'text', required)
        .addColumn('title', 'text', required)
        .addColumn('title_en', 'text')
        .addColumn('days', 'integer')
        .addColumn('mobile', 'text', required)
        .addColumn('named_amount', 'bigint')
        .addColumn('base', 'bigint', required)
        .addColumn('vat', 'bigint', required)
        .addColumn('total', 'bigint', required)
        .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
        .addColumn('webservice_code', 'text', (column) => column.notNull().unique())
        .addColumn('body', 'text', required)
        .addColumn('quoted_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('confirmed_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('message_id', 'bigint')
        .addColumn('attempts', 'integer', zero)
        .addColumn('next_attempt_at', 'bigint', zero)
        .addColumn('lease_until', 'bigint', zero)
        .addColumn('outcome', 'text')
        .addCheckConstraint('order_adds_up', sql`base + vat = total and total >= 0`)
        .execute();
      await db.schema.createIndex('orders_of_buyer').on('orders').columns(['buyer_id', 'confirmed_at', 'id']).execute();
      await db.schema.createIndex('orders_of_number').on('orders').columns(['mobile', 'confirmed_at']).execute();
      await db.schema
        .createIndex('orders_to_settle')
        .on('orders')
        .columns(['next_attempt_at'])
        .where(sql.ref('state'), 'in', sql`('confirmed', 'unsure')`)
        .execute();
      await db.schema
        .createIndex('orders_in_review')
        .on('orders')
        .columns(['confirmed_at'])
        .where(sql.ref('state'), '=', sql`'review'`)
        .execute();
      await db.schema
        .createIndex('orders_to_expire')
        .on('orders')
        .columns(['expires_at'])
        .where(sql.ref('state'), '=', sql`'quoted'`)
        .execute();

      await db.schema
        .createTable('order_events')
        .addColumn('id', counted, (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('order_id', 'text', required)
        .addColumn('at', 'bigint', required)
        .addColumn('actor', 'text', required)
        .addColumn('from_state', 'text')
        .addColumn('to_state', 'text', required)
        .addColumn('why', 'text', required)
        .execute();
      await db.schema.createIndex('events_of_order').on('order_events').columns(['order_id', 'id']).execute();

      await db.schema
        .createTable('receipts')
        .addColumn('id', counted, (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('order_id', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('attempts', 'integer', zero)
        .addColumn('next_attempt_at', 'bigint', zero)
        .addColumn('lease_until', 'bigint', zero)
        .addColumn('done_at', 'bigint')
        .addColumn('done_how', 'text')
        .addUniqueConstraint('one_receipt_a_state', ['order_id', 'state'])
        .execute();
      await db.schema
        .createIndex('receipts_to_deliver')
        .on('receipts')
        .columns(['next_attempt_at'])
        .where(sql.ref('done_at'), 'is', null)
        .execute();

      await db.schema
        .createTable('numbers')
        .addColumn('person_id', 'bigint', required)
        .addColumn('mobile', 'text', required)
        .addColumn('label', 'text')
        .addColumn('operator_id', 'integer')
        .addColumn('sim_type', 'text')
        .addColumn('used_at', 'bigint', required)
        .addPrimaryKeyConstraint('numbers_of_person', ['person_id', 'mobile'])
        .execute();

      await db.schema
        .createTable('switches')
        .addColumn('name', 'text', key)
        .addColumn('value', 'text', required)
        .addColumn('actor', 'text', required)
        .addColumn('at', 'bigint', required)
        .execute();

      await db.schema
        .createTable('key_values')
        // Namespaces are ranges of keys, so keys must sort by their bytes whatever the server's language is.
        .addColumn('key', kind === 'sqlite' ? 'text' : sql`text collate "C"`, key)
        .addColumn('value', 'text', required)
        .addColumn('expires_at', 'bigint')
        .execute();
      await db.schema
        .createIndex('key_values_to_expire')
        .on('key_values')
        .columns(['expires_at'])
        .where(sql.ref('expires_at'), 'is not', null)
        .execute();
    },
  };
}
