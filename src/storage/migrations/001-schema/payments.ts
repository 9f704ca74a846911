import { type Kysely, sql } from 'kysely';
import { always, type DatabaseKind, key, numbered, required, zero } from './columns.ts';

/** Payments of every method, their trail, the shop's bank cards, and who may not pay by card. */
export async function makePayments(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
    .addColumn('hold_until', 'bigint')
    .addColumn('possibly_sent_at', 'bigint')
    .addUniqueConstraint('payment_of_update', ['source'])
    .execute();
  await db.schema
    .createIndex('payment_of_reference')
    .on('payments')
    .columns(['reference', 'method'])
    .unique()
    .where(sql<boolean>`reference is not null`)
    .execute();
  await db.schema
    .createIndex('one_open_card_payment')
    .on('payments')
    .columns(['person_id'])
    .unique()
    .where(sql<boolean>`method = 'card' and state in ('asked', 'submitted')`)
    .execute();
  await db.schema
    .createIndex('one_open_card_amount')
    .on('payments')
    .columns(['card_id', 'amount'])
    .unique()
    .where(sql<boolean>`method = 'card' and state in ('asked', 'submitted')`)
    .execute();
  await db.schema
    .createIndex('payments_due')
    .on('payments')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`next_attempt_at is not null`)
    .execute();
  await db.schema
    .createIndex('payments_waiting')
    .on('payments')
    .columns(['waiting_since'])
    .where(sql<boolean>`waiting_since is not null`)
    .execute();
  await db.schema.createIndex('payments_of_person').on('payments').columns(['person_id', 'created_at']).execute();
  await db.schema.createIndex('payments_by_time').on('payments').columns(['created_at']).execute();
  await db.schema
    .createIndex('payments_ended')
    .on('payments')
    .columns(['ended_at', 'method'])
    .where(sql<boolean>`ended_at is not null`)
    .execute();
  await db.schema
    .createIndex('payments_abandoned')
    .on('payments')
    .columns(['ended_at'])
    .where(sql<boolean>`state = 'expired' and reference is null`)
    .execute();
  await db.schema
    .createIndex('payments_by_receipt')
    .on('payments')
    .columns(['receipt'])
    .where(sql<boolean>`receipt is not null`)
    .execute();
  await db.schema
    .createIndex('payments_by_tail')
    .on('payments')
    .columns(['payer_tail'])
    .where(sql<boolean>`payer_tail is not null`)
    .execute();
  await db.schema
    .createIndex('payments_of_order')
    .on('payments')
    .columns(['order_id'])
    .where(sql<boolean>`order_id is not null`)
    .execute();
  await db.schema
    .createIndex('card_payments_by_amount')
    .on('payments')
    .columns(['card_id', 'amount', 'created_at'])
    .where(sql<boolean>`method = 'card'`)
    .execute();

  await db.schema
    .createTable('payment_events')
    .addColumn(...numbered(kind))
    .addColumn('payment_id', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('actor', 'text', required)
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', required)
    .addColumn('why', 'text', required)
    .execute();
  await db.schema.createIndex('events_of_payment').on('payment_events').columns(['payment_id', 'id']).execute();

  await db.schema
    .createTable('payment_slips')
    .addColumn(...numbered(kind))
    .addColumn('source', 'text', required)
    .addColumn('payment_id', 'text', required)
    .addColumn('person_id', 'bigint', required)
    .addColumn('mark', 'text')
    .addColumn('at', 'bigint', required)
    .addUniqueConstraint('slip_of_update', ['source'])
    .execute();
  await db.schema.createIndex('slips_of_payment').on('payment_slips').columns(['payment_id']).execute();
  await db.schema.createIndex('slips_of_person').on('payment_slips').columns(['person_id']).execute();
  await db.schema
    .createIndex('slips_by_mark')
    .on('payment_slips')
    .columns(['mark'])
    .where(sql<boolean>`mark is not null`)
    .execute();

  await db.schema
    .createTable('bank_cards')
    .addColumn(...numbered(kind))
    .addColumn('number', 'text', required)
    .addColumn('holder', 'text', required)
    .addColumn('is_on', 'integer', always(1))
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
}
