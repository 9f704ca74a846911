import { Kysely, sql } from 'kysely';
import type { Log } from '#log.ts';
import type { DatabaseSettings, Queries } from '#storage/database.ts';
import { migrate, migrateTo } from '#storage/migrations.ts';
import { takeOwnership } from '#storage/owner-lock.ts';
import { createPostgresDialect } from '#storage/postgres.ts';
import { createSqliteDialect, openSqlite } from '#storage/sqlite.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { type ArchiveReader, type ArchiveSummary, readArchive } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import type { Row } from './snapshot.ts';

export interface RestoreDeps {
  readonly passphrase: string;
  readonly log: Log;
  /** In the same transaction, when all rows are there. */
  readonly finish: (tx: Queries, summary: ArchiveSummary) => Promise<void>;
}

const lockTimeoutMs = 5_000;
const notEmpty = 'The database is not empty. Restore into a new one: another file, or a new PostgreSQL database.';

/**
 * Reads an archive into a database without tables, and migrates it. All in one transaction: whatever fails, or kills the
 * process, leaves the database as empty as it was.
 */
export async function restoreArchive(
  settings: DatabaseSettings,
  files: readonly string[],
  { passphrase, log, finish }: RestoreDeps,
): Promise<ArchiveSummary> {
  const { kind } = settings;
  const lock = kind === 'sqlite' ? takeOwnership(settings.file) : null;
  const dialect =
    settings.kind === 'sqlite'
      ? createSqliteDialect(openSqlite(settings.file), lockTimeoutMs)
      : createPostgresDialect(settings.url, log, { lockTimeoutMs, queryTimeoutMs: null });
  const db = new Kysely<Tables>({ dialect });
  try {
    return await db.transaction().execute(async (tx) => {
      if (kind === 'postgres')
        for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
          await sql`set local ${sql.id(limit)} = 0`.execute(tx);
      if (await hasTables(tx, kind)) throw new ArchiveError(notEmpty);
      const summary = await readArchive(files, passphrase, insertInto(tx, kind));
      await migrate(tx, kind, lockTimeoutMs);
      await finish(tx, summary);
      return summary;
    });
  } finally {
    await db.destroy();
    lock?.release();
  }
}

async function hasTables(tx: Queries, kind: DatabaseSettings['kind']): Promise<boolean> {
  const tables =
    kind === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' limit 1`
      : sql`select tablename from pg_tables where schemaname = current_schema() limit 1`;
  return (await tables.execute(tx)).rows.length > 0;
}

function insertInto(tx: Queries, kind: DatabaseSettings['kind']): ArchiveReader {
  return {
    begin: async ({ release, migrations }) => {
      const outcome = await migrateTo(tx, kind, migrations);
      if (outcome === 'taken') throw new ArchiveError(notEmpty);
      if (outcome === 'later')
        throw new ArchiveError(`The archive is of a newer release (${release}): restore it with that one.`);
    },
    rows: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const names = sql.join(columns.map((column) => sql.ref(column)));
      const json = JSON.stringify(kind === 'sqlite' ? rows : rows.map(fitForPostgres));
      // One parameter for all rows: naming each value takes ten times as long.
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

/** SQLite took fractions of a millisecond from earlier releases, and characters that PostgreSQL has no place for. */
const fitForPostgres = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value) : (value?.replaceAll('\0', '') ?? null),
    ]),
  );
