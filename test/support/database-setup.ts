import type { TestProject } from 'vitest/node';
import { createLog } from '#log.ts';
import { openDatabase } from '#storage/database.ts';
import { makePostgres, makeSqlite } from './databases.ts';
import { createPostgresServer } from './postgres-server.ts';

/** One PostgreSQL server for the whole run, and a migrated template of each kind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await createPostgresServer();
  const postgres = await makePostgres(server.url);
  const sqlite = await makeSqlite();
  for (const { settings } of [postgres, sqlite]) {
    const database = await openDatabase(settings, { log: createLog('silent') });
    await database.close();
  }
  project.provide('postgresUrl', server.url);
  project.provide('templates', { sqlite: sqlite.settings.file, postgres: postgres.name });
  return async () => {
    await sqlite.remove();
    await server.remove();
  };
}
