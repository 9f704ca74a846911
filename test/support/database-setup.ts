import type { TestProject } from 'vitest/node';
import { createLog } from '#log.ts';
import { openDatabase } from '#storage/database.ts';
import { databaseKinds, makePostgres, makeSqlite } from './databases.ts';
import { createPostgresServer } from './postgres-server.ts';

/** One PostgreSQL server for the whole run, if it is wanted, and a migrated template of each kind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = databaseKinds.includes('postgres') ? await createPostgresServer() : null;
  const postgres = server && (await makePostgres(server.url));
  const sqlite = await makeSqlite();
  for (const made of [postgres, sqlite]) {
    const database = made && (await openDatabase(made.settings, { log: createLog('silent') }));
    await database?.close();
  }
  project.provide('postgresUrl', server?.url ?? '');
  project.provide('templates', { sqlite: sqlite.settings.file, postgres: postgres?.name ?? '' });
  return async () => {
    await sqlite.remove();
    await server?.remove();
  };
}
