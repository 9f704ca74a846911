import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How the stored request of an order is sent, so that changed settings do not change an order in flight. */
export const purchaseRoutes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('orders').addColumn('route', 'text').execute();
  },
};
