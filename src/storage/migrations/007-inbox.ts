import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** The durable inbox, one receipt job an order, and the messages that show an order. */
export const inbox: Migration = {
  up: async (db: Kysely<unknown>) => {
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
    const waiting = sql<boolean>`done_at is null`;
    await db.schema.createIndex('inbox_of_chat').on('inbox').columns(['chat_id', 'update_id']).where(waiting).execute();
    await db.schema.createIndex('inbox_waiting').on('inbox').columns(['update_id']).where(waiting).execute();
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
      .where(waiting)
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

    await takeOver(db);
  },
};

/** What the release before this one left under way. */
async function takeOver(db: Kysely<unknown>): Promise<void> {
  const open = sql`state in ('confirmed', 'unsure', 'review')`;
  const untold = sql`id in (select order_id from receipts where done_at is null)`;
  await sql`
    insert into order_messages (chat_id, message_id, subject, view, shown)
    select buyer_id, message_id, min('order:' || id), 'receipt', '' from orders
    where message_id is not null and batch_id is null and (${open} or ${untold}) group by buyer_id, message_id`.execute(
    db,
  );
  await sql`
    insert into order_messages (chat_id, message_id, subject, view, shown)
    select seller_id, message_id, min('batch:' || id), 'receipt', '' from batches
    where message_id is not null and state = 'running' group by seller_id, message_id
    on conflict do nothing`.execute(db);
  await sql`
    insert into receipt_jobs (subject, revision, created_at)
    select 'order:' || id, 1, coalesce(confirmed_at, 0) from orders where batch_id is null and (${open} or ${untold})`.execute(
    db,
  );
  await sql`
    insert into receipt_jobs (subject, revision, created_at)
    select 'batch:' || id, 1, coalesce(confirmed_at, 0) from batches where state = 'running'`.execute(db);
  // Payments that were acknowledged to Telegram and not booked yet.
  const { rows } = await sql<{ value: string }>`
    select value from key_values where key >= 'updates:' and key < 'updates;'`.execute(db);
  for (const { value } of rows) {
    const { value: update } = JSON.parse(value) as { value: { update_id: number; message?: { chat: { id: number } } } };
    const chatId = update.message?.chat.id;
    if (chatId === undefined) continue;
    await sql`
      insert into inbox (id, update_id, chat_id, payload, received_at)
      values (${`kept:${update.update_id}`}, ${update.update_id}, ${chatId}, ${JSON.stringify(update)}, 0)
      on conflict do nothing`.execute(db);
  }
  await sql`delete from key_values where key >= 'updates:' and key < 'updates;'`.execute(db);
}
