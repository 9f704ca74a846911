import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** Payments of every method, their trail, the shop's bank cards, and who may not pay by card. */
export function payments(kind: 'sqlite' | 'postgres'): Migration {
  const serial = kind === 'sqlite' ? 'integer' : 'bigserial';
  const counted = (column: ColumnDefinitionBuilder) =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey();
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('payments')
        .addColumn('id', 'text', key)
        .addColumn('source', 'text', required)
        .addColumn('person_id', 'bigint', required)
        .addColumn('method', 'text', required)
        .addColumn('amount', 'bigint', required)
        .addColumn('credited', 'bigint')
        .addColumn('paid_back', 'bigint', zero)
        .addColumn('order_id', 'text')
        .addColumn('state', 'text', required)
        .addColumn('reference', 'text')
        .addColumn('receipt', 'text')
        .addColumn('payer_card', 'text')
        .addColumn('payer_tail', 'text')
        .addColumn('card_id', 'bigint')
        .addColumn('slip_kind', 'text')
        .addColumn('slip', 'text')
        .addColumn('bought', 'integer', zero)
        .addColumn('kept_why', 'text')
        .addColumn('reason', 'text')
        .addColumn('problem', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required)
        .addColumn('ended_at', 'bigint')
        .addColumn('waiting_since', 'bigint')
        .addColumn('alerted', 'integer', zero)
        .addColumn('attempts', 'integer', zero)
        .addColumn('next_attempt_at', 'bigint')
        .addColumn('lease_until', 'bigint', zero)
        .addUniqueConstraint('payment_of_update', ['source'])
        .execute();
      await addIndexes(db);

      await db.schema
        .createTable('payment_events')
        .addColumn('id', serial, counted)
        .addColumn('payment_id', 'text', required)
        .addColumn('at', 'bigint', required)
        .addColumn('actor', 'text', required)
        .addColumn('from_state', 'text')
        .addColumn('to_state', 'text', required)
        .addColumn('why', 'text', required)
        .execute();
      await db.schema.createIndex('events_of_payment').on('payment_events').columns(['payment_id', 'id']).execute();

      await db.schema
        .createTable('bank_cards')
        .addColumn('id', serial, counted)
        .addColumn('number', 'text', required)
        .addColumn('holder', 'text', required)
        .addColumn('is_on', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('created_at', 'bigint', required)
        .addColumn('removed_at', 'bigint')
        .execute();
      await db.schema
        .createIndex('one_card_a_number')
        .on('bank_cards')
        .columns(['number'])
        .unique()
        .where(sql<boolean>`removed_at is null`)
        .execute();

      await db.schema
        .createTable('payment_blocks')
        .addColumn('person_id', 'bigint', required)
        .addColumn('method', 'text', required)
        .addColumn('blocked_at', 'bigint', required)
        .addColumn('reopened_at', 'bigint')
        .addPrimaryKeyConstraint('block_of_person', ['person_id', 'method'])
        .execute();
    },
  };
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('payments').columns(columns);
  const openCard = sql<boolean>`method = 'card' and state in ('asked', 'submitted')`;
  // What a provider, a bank account or a person may have once.
  await index('payment_of_reference', ['reference', 'method'])
    .unique()
    .where(sql<boolean>`reference is not null`)
    .execute();
  await index('one_open_card_payment', ['person_id']).unique().where(openCard).execute();
  await index('one_open_card_amount', ['card_id', 'amount']).unique().where(openCard).execute();
  // What workers and the desk look for.
  await index('payments_due', ['next_attempt_at']).where(sql<boolean>`next_attempt_at is not null`).execute();
  await index('payments_waiting', ['waiting_since']).where(sql<boolean>`waiting_since is not null`).execute();
  await index('payments_of_person', ['person_id', 'created_at']).execute();
  await index('payments_by_time', ['created_at']).execute();
  await index('payments_ended', ['ended_at', 'method']).where(sql<boolean>`ended_at is not null`).execute();
  await index('payments_abandoned', ['ended_at'])
    .where(sql<boolean>`state = 'expired' and reference is null`)
    .execute();
  await index('payments_by_receipt', ['receipt']).where(sql<boolean>`receipt is not null`).execute();
  await index('payments_by_tail', ['payer_tail']).where(sql<boolean>`payer_tail is not null`).execute();
}
