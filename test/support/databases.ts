import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseSettings } from '../../src/storage/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
    /** Migrated databases without rows: a file, and the name of a database. */
    readonly templates: { readonly sqlite: string; readonly postgres: string };
  }
}

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface TestDatabase {
  readonly settings: DatabaseSettings;
  remove(): Promise<void>;
}

/** A migrated database without rows: a file, or a database of the run's PostgreSQL. */
export async function makeDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const { sqlite, postgres } = inject('templates');
  if (kind === 'postgres') return makePostgres(inject('postgresUrl'), postgres);
  const made = await makeSqlite();
  await copyFile(sqlite, made.settings.file);
  return made;
}

/** Without a schema, for tests of migrations. */
export const makeEmptyDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'sqlite' ? makeSqlite() : makePostgres(inject('postgresUrl'));

export async function makeSqlite() {
  const directory = await mkdtemp(join(tmpdir(), 'sharj-sqlite-'));
  return {
    settings: { kind: 'sqlite', file: join(directory, 'sharj.db') },
    remove: () => rm(directory, { recursive: true, force: true }),
  } as const;
}

/** Empty, unless a template is named. */
export async function makePostgres(serverUrl: string, template?: string) {
  const name = `sharj_${randomUUID().replaceAll('-', '')}`;
  const copy = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await onServer(serverUrl, `create database ${name}${copy}`);
  return {
    name,
    settings: { kind: 'postgres', url: `${serverUrl}/${name}` },
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
  } as const;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
