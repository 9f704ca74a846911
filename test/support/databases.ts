import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseSettings } from '../../src/storage/database.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;

export interface TestDatabase {
  readonly settings: DatabaseSettings;
  remove(): Promise<void>;
}

/** An empty database of its own: a file, or a database in the run's PostgreSQL. */
export function makeDatabase(kind: (typeof databaseKinds)[number]): Promise<TestDatabase> {
  return kind === 'sqlite' ? makeSqlite() : makePostgres(inject('postgresUrl'));
}

async function makeSqlite(): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'sharj-sqlite-'));
  return {
    settings: { kind: 'sqlite', file: join(directory, 'sharj.db') },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

export async function makePostgres(serverUrl: string): Promise<TestDatabase> {
  const name = `sharj_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  return {
    settings: { kind: 'postgres', url: `${serverUrl}/${name}` },
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
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
