import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { orders } from './migrations/001-orders.ts';
import { agents } from './migrations/002-agents.ts';
import { sales } from './migrations/003-sales.ts';
import { times } from './migrations/004-times.ts';
import { limits } from './migrations/005-limits.ts';
import { announcements } from './migrations/006-announcements.ts';
import type { Tables } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** In order; a released one never changes. */
const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001-orders': orders(kind),
  '002-agents': agents(kind),
  '003-sales': sales(kind),
  '004-times': times(kind),
  '005-limits': limits(kind),
  '006-announcements': announcements(kind),
});

export async function migrate(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
