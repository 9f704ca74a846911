import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Agents' own bots, each with a shop of its own beside this one. */
export const agentBots: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('agent_bots')
      .addColumn('person_id', 'bigint', (column) => column.notNull().primaryKey())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('allowed_at', 'bigint')
      .addColumn('paused_at', 'bigint')
      .addColumn('online', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('bot_id', 'bigint', (column) => column.unique())
      .addColumn('username', 'text')
      .addColumn('managed', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('token', 'text')
      .addColumn('merchants', 'text')
      .addColumn('passphrase', 'text')
      .addColumn('connected_at', 'bigint')
      .addColumn('problem', 'text')
      .execute();
  },
};
