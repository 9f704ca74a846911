import { type Kysely, sql } from 'kysely';
import { always, type DatabaseKind, key, numbered, required, zero } from './columns.ts';

/** What comes in from the messenger and what goes out to it. */
export async function makeDelivery(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('inbox')
    .addColumn('id', 'text', key)
    .addColumn('update_id', 'bigint', required)
    .addColumn('chat_id', 'bigint', required)
    .addColumn('payload', 'text', required)
    .addColumn('received_at', 'bigint', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', zero)
    .addColumn('done_at', 'bigint')
    .addColumn('reference', 'text')
    .addColumn('problem', 'text')
    .execute();
  await db.schema
    .createIndex('inbox_of_chat')
    .on('inbox')
    .columns(['chat_id', 'update_id'])
    .where(sql<boolean>`done_at is null`)
    .execute();
  await db.schema
    .createIndex('inbox_waiting')
    .on('inbox')
    .columns(['update_id'])
    .where(sql<boolean>`done_at is null`)
    .execute();
  await db.schema
    .createIndex('inbox_done')
    .on('inbox')
    .columns(['done_at'])
    .where(sql<boolean>`done_at is not null`)
    .execute();
  await db.schema
    .createIndex('inbox_failed')
    .on('inbox')
    .columns(['done_at'])
    .where(sql<boolean>`reference is not null`)
    .execute();

  await db.schema
    .createTable('chats')
    .addColumn('chat_id', 'bigint', key)
    .addColumn('lease_owner', 'text', required)
    .addColumn('lease_until', 'bigint', required)
    .addColumn('message_id', 'bigint')
    .addColumn('screen', 'text')
    .execute();

  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', key)
    .addColumn('owner', 'text', required)
    .addColumn('until', 'bigint', required)
    .execute();

  await db.schema
    .createTable('receipts')
    .addColumn(...numbered(kind))
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
    .where(sql<boolean>`done_at is null`)
    .execute();

  await db.schema
    .createTable('receipt_jobs')
    .addColumn('subject', 'text', key)
    .addColumn('revision', 'integer', required)
    .addColumn('told', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', zero)
    .addColumn('lease_until', 'bigint', zero)
    .addColumn('done_at', 'bigint')
    .addColumn('done_how', 'text')
    .execute();
  await db.schema
    .createIndex('receipt_jobs_due')
    .on('receipt_jobs')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`done_at is null`)
    .execute();

  await db.schema
    .createTable('order_messages')
    .addColumn('chat_id', 'bigint', required)
    .addColumn('message_id', 'bigint', required)
    .addColumn('subject', 'text', required)
    .addColumn('view', 'text', required)
    .addColumn('shown', 'text', required)
    .addPrimaryKeyConstraint('message_of_order', ['chat_id', 'message_id'])
    .execute();
  await db.schema.createIndex('messages_of_subject').on('order_messages').columns(['subject']).execute();

  await db.schema
    .createTable('announcements')
    .addColumn('id', 'text', key)
    .addColumn('owner_id', 'bigint', required)
    .addColumn('message_id', 'bigint', required)
    .addColumn('excerpt', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('total', 'integer', zero)
    .addColumn('sent', 'integer', zero)
    .addColumn('blocked', 'integer', zero)
    .addColumn('failed', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('shown_in', 'bigint')
    .addColumn('next_at', 'bigint', zero)
    .addColumn('told_at', 'bigint', zero)
    .addColumn('closed_at', 'bigint')
    .addColumn('audience', 'text', always('everyone'))
    .addColumn('button', 'text')
    .addColumn('planned_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('announcements_open')
    .on('announcements')
    .columns(['started_at'])
    .where(sql<boolean>`started_at is not null and closed_at is null`)
    .execute();
  await db.schema
    .createIndex('announcements_planned')
    .on('announcements')
    .columns(['planned_at'])
    .where(sql<boolean>`state = 'planned'`)
    .execute();

  await db.schema
    .createTable('announcement_people')
    .addColumn('announcement_id', 'text', required)
    .addColumn('person_id', 'bigint', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('lease_until', 'bigint', zero)
    .addPrimaryKeyConstraint('people_of_announcement', ['announcement_id', 'person_id'])
    .execute();

  await db.schema
    .createTable('alerts')
    .addColumn(...numbered(kind))
    .addColumn('key', 'text', required)
    .addColumn('owner_id', 'bigint', required)
    .addColumn('alert', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', zero)
    .addColumn('lease_until', 'bigint', zero)
    .addColumn('done_at', 'bigint')
    .addColumn('done_how', 'text')
    .addUniqueConstraint('one_alert_an_owner', ['key', 'owner_id'])
    .execute();
  await db.schema
    .createIndex('alerts_to_deliver')
    .on('alerts')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`done_at is null`)
    .execute();
}
