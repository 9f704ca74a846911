import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Everyone's orders of a period, page by page in the order in which they were confirmed. */
export function times(kind: 'sqlite' | 'postgres'): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      if (kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
      await db.schema
        .createIndex('orders_by_time')
        .on('orders')
        .columns(['confirmed_at', 'id'])
        .where(sql.ref('confirmed_at'), 'is not', null)
        .execute();
    },
  };
}
