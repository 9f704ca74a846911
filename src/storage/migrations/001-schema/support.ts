import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, key, numbered, required, requiredOnce, zero } from './columns.ts';

/** Support conversations with their queue of messages, and the texts that the owner writes. */
export async function makeSupport(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('support_conversations')
    .addColumn('person_id', 'bigint', key)
    .addColumn('state', 'text', required)
    .addColumn('order_id', 'text')
    .addColumn('order_told', 'integer', zero)
    .addColumn('topic_chat_id', 'bigint')
    .addColumn('topic_id', 'bigint')
    .addColumn('card_topic_id', 'bigint')
    .addColumn('waiting_since', 'bigint')
    .addColumn('alerted_at', 'bigint')
    .addColumn('opened_at', 'bigint', required)
    .addColumn('written_at', 'bigint', required)
    .addColumn('revision', 'integer', zero)
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('lease_until', 'bigint', zero)
    .execute();
  await db.schema
    .createIndex('support_due')
    .on('support_conversations')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`next_attempt_at is not null`)
    .execute();
  await db.schema
    .createIndex('support_waiting')
    .on('support_conversations')
    .columns(['waiting_since'])
    .where(sql<boolean>`waiting_since is not null`)
    .execute();
  await db.schema
    .createIndex('support_topics')
    .on('support_conversations')
    .columns(['topic_chat_id', 'topic_id'])
    .execute();
  await db.schema.createIndex('support_by_time').on('support_conversations').columns(['state', 'written_at']).execute();

  await db.schema
    .createTable('support_messages')
    .addColumn(...numbered(kind))
    .addColumn('person_id', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('direction', 'text', required)
    .addColumn('author_id', 'bigint')
    .addColumn('source', 'text', requiredOnce)
    .addColumn('chat_id', 'bigint')
    .addColumn('message_id', 'bigint')
    .addColumn('album', 'text')
    .addColumn('order_id', 'text')
    .addColumn('reply_to', 'bigint')
    .addColumn('of_id', 'bigint')
    .addColumn('content', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('done_at', 'bigint')
    .addColumn('done_how', 'text')
    .execute();
  await db.schema
    .createIndex('support_queue')
    .on('support_messages')
    .columns(['person_id', 'id'])
    .where(sql<boolean>`done_at is null`)
    .execute();
  await db.schema.createIndex('support_history').on('support_messages').columns(['person_id', 'id']).execute();
  await db.schema.createIndex('support_originals').on('support_messages').columns(['chat_id', 'message_id']).execute();
  await db.schema
    .createIndex('support_albums')
    .on('support_messages')
    .columns(['album'])
    .where(sql<boolean>`album is not null`)
    .execute();
  await db.schema.createIndex('support_old').on('support_messages').columns(['created_at']).execute();

  await db.schema
    .createTable('support_copies')
    .addColumn('chat_id', 'bigint', required)
    .addColumn('message_id', 'bigint', required)
    .addColumn('support_message_id', 'bigint', required)
    .addColumn('person_id', 'bigint', required)
    .addColumn('form', 'text', required)
    .addColumn('header', 'text', required)
    .addPrimaryKeyConstraint('support_copies_key', ['chat_id', 'message_id'])
    .execute();
  await db.schema.createIndex('copies_of_person').on('support_copies').columns(['person_id']).execute();
  await db.schema.createIndex('copies_of_support').on('support_copies').columns(['support_message_id']).execute();

  await db.schema
    .createTable('support_waits')
    .addColumn('person_id', 'bigint', required)
    .addColumn('began_at', 'bigint', required)
    .addColumn('answered_at', 'bigint')
    .addColumn('answered_by', 'bigint')
    .addPrimaryKeyConstraint('support_waits_key', ['began_at', 'person_id'])
    .execute();

  await db.schema
    .createTable('support_texts')
    .addColumn(...numbered(kind))
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('changed_by', 'bigint', required)
    .addColumn('changed_at', 'bigint', required)
    .execute();
}
