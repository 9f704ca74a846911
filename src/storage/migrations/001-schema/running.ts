import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, key, numbered, required, sortedText } from './columns.ts';

/** Switches, stored values, and the audit trail. */
export async function makeRunning(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('switches')
    .addColumn('name', 'text', key)
    .addColumn('value', 'text', required)
    .addColumn('actor', 'text', required)
    .addColumn('at', 'bigint', required)
    .execute();

  await db.schema
    .createTable('key_values')
    .addColumn('key', sortedText(kind), key)
    .addColumn('value', 'text', required)
    .addColumn('expires_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('key_values_to_expire')
    .on('key_values')
    .columns(['expires_at'])
    .where(sql<boolean>`expires_at is not null`)
    .execute();

  await db.schema
    .createTable('audit')
    .addColumn(...numbered(kind))
    .addColumn('at', 'bigint', required)
    .addColumn('actor_id', 'bigint', required)
    .addColumn('action', 'text', required)
    .addColumn('person_id', 'bigint')
    .addColumn('details', 'text', required)
    .execute();
  await db.schema.createIndex('audit_of_person').on('audit').columns(['person_id', 'id']).execute();
  await db.schema.createIndex('audit_by_action').on('audit').columns(['action', 'id']).execute();
  await db.schema.createIndex('audit_by_actor').on('audit').columns(['actor_id', 'id']).execute();
  await db.schema.createIndex('audit_by_actor_time').on('audit').columns(['actor_id', 'at']).execute();
}
