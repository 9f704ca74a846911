import { type Kysely, sql } from 'kysely';
import { always, key, once, required, requiredOnce, zero } from './columns.ts';

/** The shop's own API, and agents' own bots. */
export async function makeReselling(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_access')
    .addColumn('person_id', 'bigint', key)
    .addColumn('allowed_at', 'bigint')
    .addColumn('daily_limit', 'bigint')
    .addColumn('receipts', 'integer', zero)
    .addColumn('hook_url', 'text')
    .addColumn('hook_secret', 'text')
    .execute();

  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'bigint', required)
    .addColumn('hash', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('addresses', 'text', always(''))
    .addColumn('created_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .addColumn('used_day', 'integer')
    .addColumn('used_count', 'integer', zero)
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_tokens_of_person').on('api_tokens').columns(['person_id', 'created_at']).execute();

  await db.schema
    .createTable('api_purchases')
    .addColumn('person_id', 'bigint', required)
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('code', 'text', required)
    .addColumn('order_id', 'text', once)
    .addColumn('language', 'text', required)
    .addColumn('refusal', 'text')
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('api_purchases_key', ['person_id', 'key'])
    .execute();
  await db.schema.createIndex('api_purchases_by_code').on('api_purchases').columns(['person_id', 'code']).execute();

  await db.schema
    .createTable('api_deliveries')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'bigint', required)
    .addColumn('order_id', 'text')
    .addColumn('body', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', required)
    .addColumn('lease_until', 'bigint', zero)
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

  await db.schema
    .createTable('agent_bots')
    .addColumn('person_id', 'bigint', key)
    .addColumn('slug', 'text', requiredOnce)
    .addColumn('allowed_at', 'bigint')
    .addColumn('paused_at', 'bigint')
    .addColumn('online', 'integer', zero)
    .addColumn('bot_id', 'bigint', once)
    .addColumn('username', 'text')
    .addColumn('managed', 'integer', zero)
    .addColumn('token', 'text')
    .addColumn('merchants', 'text')
    .addColumn('passphrase', 'text')
    .addColumn('connected_at', 'bigint')
    .addColumn('problem', 'text')
    .execute();
}
