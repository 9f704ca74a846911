import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** Announcements and who is still to get them, alerts that must reach the owners, and ways into the audit trail. */
export function announcements(kind: 'sqlite' | 'postgres'): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
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
        .execute();
      await db.schema
        .createIndex('announcements_open')
        .on('announcements')
        .columns(['started_at'])
        .where(sql<boolean>`started_at is not null and closed_at is null`)
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
        .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
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
        .where(sql.ref('done_at'), 'is', null)
        .execute();

      await db.schema.createIndex('audit_by_action').on('audit').columns(['action', 'id']).execute();
      await db.schema.createIndex('audit_by_actor').on('audit').columns(['actor_id', 'id']).execute();
      await db.schema.createIndex('events_by_time').on('order_events').columns(['at']).execute();
    },
  };
}
