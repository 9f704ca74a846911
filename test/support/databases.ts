import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { createLog } from '#log.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { createPostgresDialect } from '#storage/postgres.ts';
import { createSqliteDialect, openSqlite } from '#storage/sqlite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
    /** Migrated databases without rows: a file, and the name of a database. */
    readonly templates: { readonly sqlite: string; readonly postgres: string };
  }
}

export type DatabaseKind = DatabaseSettings['kind'];
/** Both, unless `TEST_DATABASE` names one. */
export const databaseKinds: readonly DatabaseKind[] = (['sqlite', 'postgres'] as const).filter(
  (kind) => (process.env.TEST_DATABASE ?? kind) === kind,
);

export interface TestDatabase {
  readonly settings: DatabaseSettings;
  remove(): Promise<void>;
}

/** A migrated database without rows: a file, or a database of the run's PostgreSQL. */
export async function makeDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const { sqlite, postgres } = inject('templates');
  if (kind === 'postgres') return emptied.pop() ?? reusable(await makePostgres(inject('postgresUrl'), postgres));
  const made = await makeSqlite();
  await copyFile(sqlite, made.settings.file);
  return made;
}

type PostgresDatabase = Awaited<ReturnType<typeof makePostgres>>;

/** Emptied after other tests: PostgreSQL deletes a few rows many times faster than it makes a database. */
const emptied: PostgresDatabase[] = [];

async function reusable(made: PostgresDatabase): Promise<PostgresDatabase> {
  const shape = await ask(made.settings.url, shapeQuery);
  const kept: PostgresDatabase = {
    ...made,
    remove: async () => {
      if ((await ask(made.settings.url, `${endOtherConnections}; ${emptyPostgres}; ${shapeQuery}`)) === shape)
        emptied.push(kept);
      else await made.remove();
    },
  };
  return kept;
}

/** Deletes all rows, which takes a fiftieth of the time of a truncate. */
export const emptyPostgres = `
  do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', name);
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;
  end $$`;

/** Those that a test left open. */
const endOtherConnections = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Changes with the schema, and when tables have grown so much that the next test would be slower. */
const shapeQuery = `
  select concat_ws(' ',
    (select count(*) from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace),
    (select count(*) from pg_namespace),
    (select count(*) from pg_trigger),
    (select count(*) from kysely_migration),
    pg_database_size(current_database()) / 20000000) as value`;

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = [await client.query<{ value: unknown }>(sql)].flat();
    return results.at(-1)?.rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** Without a schema, for tests of migrations. */
export const makeEmptyDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'sqlite' ? makeSqlite() : makePostgres(inject('postgresUrl'));

export async function makeSqlite() {
  const directory = await mkdtemp(join(await fastFolder(), 'sharj-sqlite-'));
  return {
    settings: { kind: 'sqlite', file: join(directory, 'sharj.db') },
    remove: () => rm(directory, { recursive: true, force: true }),
  } as const;
}

/** In memory where there is room: tests kill processes, never the machine, so waiting for the disk proves nothing. */
export async function fastFolder(): Promise<string> {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > 1e9 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Empty, unless a template is named. */
export async function makePostgres(serverUrl: string, template?: string) {
  const name = `sharj_${randomUUID().replaceAll('-', '')}`;
  const copy = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await ask(`${serverUrl}/postgres`, `create database ${name}${copy}`);
  return {
    name,
    // A busy machine needs its time.
    settings: { kind: 'postgres', url: `${serverUrl}/${name}?connect_timeout=60` },
    remove: async () => void (await ask(`${serverUrl}/postgres`, `drop database ${name} with (force)`)),
  } as const;
}

const lockTimeoutMs = 5_000;

/** The database as it is: nothing is migrated. */
export const connect = <Schema>(settings: DatabaseSettings): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect:
      settings.kind === 'sqlite'
        ? createSqliteDialect(openSqlite(settings.file), lockTimeoutMs)
        : createPostgresDialect(settings, createLog('silent'), { lockTimeoutMs }),
  });
