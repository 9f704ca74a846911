import { existsSync, realpathSync } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, sql } from 'kysely';
import type { Log } from '#log.ts';
import { checkCopy } from '#storage/backup.ts';
import { type DatabaseSettings, locate, openDatabase, type Queries, readDatabase } from '#storage/database.ts';
import { type MigratedPlace, migrate, migrateTo, useSchema } from '#storage/migrations.ts';
import { takeOwnership } from '#storage/owner-lock.ts';
import { createPostgresDialect } from '#storage/postgres.ts';
import { createSqliteDialect, openSqlite } from '#storage/sqlite.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { type ArchiveReader, type ArchiveSummary, readArchive } from './archive.ts';
import { ArchiveError } from './seal.ts';
import type { Row } from './snapshot.ts';

export interface RestoreDeps {
  readonly log: Log;
  /** Runs in the same transaction, after all rows are there. */
  readonly finish: (tx: Queries, summary: Pick<ArchiveSummary, 'at'>) => Promise<void>;
  /** Puts the present content aside under this name: a folder, or a schema. Absent: the database must be empty. */
  readonly replaced?: string | undefined;
}

const lockTimeoutMs = 5_000;
const notEmpty =
  'The database is not empty. Restore into a new one: another file, or a new PostgreSQL database; or put this one aside with --replace.';
const notWritten = 'The database could not be written to its file. Is there room on the disk? Nothing was changed.';

/**
 * Reads an archive into an empty database and migrates it. Everything runs in one transaction: a failure or a killed
 * process leaves the database unchanged.
 */
export async function restoreArchive(
  settings: DatabaseSettings,
  files: readonly string[],
  { passphrase, log, finish, replaced }: RestoreDeps & { readonly passphrase: string },
): Promise<ArchiveSummary> {
  const restore = async (place: MigratedPlace, dialect: Dialect): Promise<ArchiveSummary> => {
    const db = new Kysely<Tables>({ dialect });
    try {
      return await db.transaction().execute(async (tx) => {
        if (place.kind === 'postgres') {
          await useSchema(tx, place);
          for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
            await sql`set local ${sql.id(limit)} = 0`.execute(tx);
          if (replaced !== undefined) await moveTables(tx, replaced);
        }
        if (await hasTables(tx, place)) throw new ArchiveError(notEmpty);
        const summary = await readArchive(files, passphrase, insertInto(tx, place));
        await migrate(tx, place, lockTimeoutMs);
        await finish(tx, summary);
        return summary;
      });
    } finally {
      await db.destroy();
    }
  };
  if (settings.kind === 'postgres') {
    const place = await locate(settings, { log });
    return restore(place, createPostgresDialect(place, log, { lockTimeoutMs, queryTimeoutMs: null }));
  }
  return inNewFile(settings.file, replaced, (file) =>
    restore({ kind: 'sqlite' }, createSqliteDialect(openSqlite(file), lockTimeoutMs)),
  );
}

/** Replaces the database with a plain copy of a SQLite database. */
export async function restoreCopy(file: string, copy: string, { log, finish, replaced }: RestoreDeps): Promise<void> {
  await inNewFile(file, replaced, async (made) => {
    await copyFile(copy, made);
    await checkShopCopy(made);
    const database = await openDatabase({ kind: 'sqlite', file: made }, { log });
    try {
      const { mtimeMs } = await stat(copy);
      await database.transaction(async (tx) => {
        // The file may look older than its content, for example after a copy from another machine.
        const at = Math.max(Math.round(mtimeMs), await newestMoment(tx));
        await finish(tx, { at });
      });
    } finally {
      await database.close();
    }
  });
}

/** Rejects a copy that is damaged or belongs to another program. The sandboxes also keep SQLite files. */
export async function checkShopCopy(copy: string): Promise<void> {
  await checkCopy(copy);
  const sqlite = new DatabaseSync(copy, { readOnly: true });
  try {
    const tables = sqlite.prepare("select 1 from sqlite_master where name in ('kysely_migration', 'orders')").all();
    if (tables.length < 2) throw new ArchiveError('This is not the database of a shop.');
  } finally {
    sqlite.close();
  }
}

/** The time of the newest order or payment. */
async function newestMoment(tx: Queries): Promise<number> {
  const newest = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('orders')
        .select(({ fn }) => fn.max('quoted_at').as('at'))
        .as('order'),
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .as('payment'),
    ])
    .executeTakeFirstOrThrow();
  return Math.max(newest.order ?? 0, newest.payment ?? 0);
}

/** Follows a link to the file itself. */
export const placeOf = (file: string): string => (existsSync(file) ? realpathSync(file) : file);

/** Makes a file that gets its name once it is complete. */
async function inNewFile<T>(
  name: string,
  replaced: string | undefined,
  make: (file: string) => Promise<T>,
): Promise<T> {
  const file = placeOf(name);
  const lock = takeOwnership(file);
  const temporaryFile = `${file}.restoring`;
  try {
    if (replaced === undefined && existsSync(file) && !isEmpty(file)) throw new ArchiveError(notEmpty);
    await removeDatabase(temporaryFile);
    const result = await make(temporaryFile);
    // Closing reports no error when the disk has no room to write the log into the file.
    if (existsSync(`${temporaryFile}-wal`) && (await stat(`${temporaryFile}-wal`)).size > 0)
      throw new ArchiveError(notWritten);
    await checkCopy(temporaryFile);
    const handle = await open(temporaryFile, 'r+');
    await handle.sync();
    await handle.close();
    if (existsSync(file)) await putAside(file, replaced);
    await rename(temporaryFile, file);
    return result;
  } finally {
    await removeDatabase(temporaryFile);
    lock.release();
  }
}

/**
 * Links the old file into the folder. It also keeps its name until the new one takes it, so there is always a database.
 */
async function putAside(file: string, replaced: string | undefined): Promise<void> {
  try {
    // Closing the only connection writes the log into the file.
    openSqlite(file).close();
  } catch {
    // A damaged file is put aside unchanged.
  }
  const folder = join(dirname(file), replaced ?? '');
  if (replaced !== undefined) {
    await mkdir(folder);
    await link(file, join(folder, basename(file))).catch(() => copyFile(file, join(folder, basename(file))));
  }
  for (const one of logsOf(file).filter((name) => existsSync(name)))
    await (replaced === undefined ? rm(one) : rename(one, join(folder, basename(one))));
}

const logsOf = (file: string): readonly string[] => [`${file}-wal`, `${file}-shm`];

async function removeDatabase(file: string): Promise<void> {
  for (const one of [file, ...logsOf(file)]) await rm(one, { force: true });
}

/** Rejects a database with tables, before a restore that puts nothing aside. */
export async function refuseTables(settings: DatabaseSettings, log: Log): Promise<void> {
  if (settings.kind === 'sqlite' && !existsSync(settings.file)) return;
  if (await readDatabase(settings, { log }, (db) => hasTables(db, settings))) throw new ArchiveError(notEmpty);
}

function isEmpty(file: string): boolean {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
  const table = sqlite.prepare("select name from sqlite_master where type = 'table' limit 1").get();
  sqlite.close();
  return table === undefined;
}

/** Moves all tables; their indexes and sequences go with them. */
async function moveTables(tx: Queries, schema: string): Promise<void> {
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(tx);
  if (tables.rows.length === 0) return;
  await sql`create schema ${sql.id(schema)}`.execute(tx);
  for (const { name } of tables.rows)
    await sql`alter table ${sql.table(name)} set schema ${sql.id(schema)}`.execute(tx);
}

async function hasTables(tx: Queries, { kind, schema }: MigratedPlace): Promise<boolean> {
  const tables =
    kind === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' limit 1`
      : sql`select tablename from pg_tables where schemaname = coalesce(${schema ?? null}, current_schema()) limit 1`;
  return (await tables.execute(tx)).rows.length > 0;
}

function insertInto(tx: Queries, place: MigratedPlace): ArchiveReader {
  const { kind } = place;
  return {
    begin: async ({ release, migrations }) => {
      const outcome = await migrateTo(tx, place, lockTimeoutMs, migrations);
      if (outcome === 'taken') throw new ArchiveError(notEmpty);
      if (outcome === 'earlier')
        throw new ArchiveError(
          `The archive belongs to a release before 1.0 (${release}). This version restores only archives of 1.0 or later.`,
        );
      if (outcome === 'later')
        throw new ArchiveError(`The archive belongs to a newer release (${release}). Restore it with that release.`);
    },
    rows: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const names = sql.join(columns.map((column) => sql.ref(column)));
      const json = JSON.stringify(kind === 'sqlite' ? rows : rows.map(fitForPostgres));
      // All rows are one parameter, because naming each value takes ten times as long.
      const select =
        kind === 'sqlite'
          ? sql`select ${sql.join(columns.map((column) => sql`json_extract(value, ${sql.lit(`$."${column}"`)})`))} from json_each(${json})`
          : sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`;
      await sql`insert into ${sql.table(table)} (${names}) ${select}`.execute(tx);
    },
    counter: async (table, last) => {
      if (kind === 'sqlite') {
        await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
        return;
      }
      const newest = sql`greatest(${last}::bigint, max(id))`;
      const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
      await sql`select setval(${sequence}, ${newest}) from ${sql.table(table)} having ${newest} > 0`.execute(tx);
    },
  };
}

/** Removes NUL characters, which SQLite stores and PostgreSQL refuses. */
const fitForPostgres = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\0', '') : value]),
  );
