import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { DatabaseSettings } from '#storage/database.ts';
import { createPostgresClient, type PostgresSettings } from '#storage/postgres.ts';
import { ArchiveError } from './seal.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** The database as of one moment, while others keep writing. */
export interface Snapshot {
  /** Names of the migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly string[];
  rows(table: string): AsyncIterable<readonly Row[]>;
  /** The last number given, for each table that numbers its rows. */
  readonly counters: readonly (readonly [table: string, last: number])[];
  close(): Promise<void>;
}

/** Rows read at once. SQLite blocks the event loop meanwhile, so they are few. */
const sliceRows = 200;
const isOwn = (table: string) => !/^(kysely_|sqlite_)/.test(table);

export const openSnapshot = (settings: DatabaseSettings): Promise<Snapshot> =>
  settings.kind === 'sqlite' ? openSqliteSnapshot(settings.file) : openPostgresSnapshot(settings);

async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  const sqlite = openExisting(file);
  const list = (query: string) => sqlite.prepare(query).all() as { name: string; value: number }[];
  try {
    sqlite.exec('begin');
    return {
      migrations: list('select name from kysely_migration order by name').map(({ name }) => name),
      tables: list("select name from sqlite_master where type = 'table' order by name")
        .map(({ name }) => name)
        .filter(isOwn),
      async *rows(table) {
        let slice: Row[] = [];
        for (const row of sqlite.prepare(`select * from "${table}"`).iterate() as IterableIterator<Row>) {
          slice.push(row);
          if (slice.length < sliceRows) continue;
          yield slice;
          slice = [];
          await turn();
        }
        if (slice.length > 0) yield slice;
      },
      counters: list('select name, seq as value from sqlite_sequence order by name').map(({ name, value }) => [
        name,
        value,
      ]),
      close: async () => sqlite.close(),
    };
  } catch (error) {
    sqlite.close();
    throw noShop(error);
  }
}

function openExisting(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  } catch (error) {
    throw noShop(error);
  }
}

const noShop = (error: unknown) => new ArchiveError('This database does not hold a shop.', { cause: error });

async function openPostgresSnapshot({ url, schema }: PostgresSettings): Promise<Snapshot> {
  const client = createPostgresClient(url);
  const list = async (query: string) => (await client.query<{ name: string; value: number | null }>(query)).rows;
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read, read only');
    if (schema !== undefined) await client.query(`set local search_path to ${client.escapeIdentifier(schema)}`);
    // The server or the role may have limits that are meant for the shop.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const migrations = (await list('select name from kysely_migration order by name')).map(({ name }) => name);
    const tables = (
      await list('select tablename as name from pg_tables where schemaname = current_schema() order by tablename')
    )
      .map(({ name }) => name)
      .filter(isOwn);
    const counters = await list(`
      select c.relname as name, last_value as value
      from pg_sequences s
      join pg_class q on q.relname = s.sequencename and q.relnamespace = s.schemaname::regnamespace and q.relkind = 'S'
      join pg_depend d on d.objid = q.oid and d.deptype = 'a'
      join pg_class c on c.oid = d.refobjid
      where s.schemaname = current_schema() order by c.relname`);
    return {
      migrations,
      tables,
      async *rows(table) {
        await client.query(`declare rows no scroll cursor for select * from "${table}"`);
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${sliceRows} from rows`);
          if (rows.length === 0) break;
          yield rows;
        }
        await client.query('close rows');
      },
      counters: counters.map(({ name, value }) => [name, value ?? 0]),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof Error && 'code' in error && error.code === '42P01') throw noShop(error);
    throw error;
  }
}
