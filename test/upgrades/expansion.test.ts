import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { connect, makeEmptyDatabase } from '#test/support/databases.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { releases, restore } from './schema.ts';

const [released] = releases.slice(-1);
if (!released) throw new Error('No database of a release was kept.');
const { version } = released;

/** What -contract- migrations have removed since the last release, which no longer used it: `table` or `table.column`. */
const contracted: readonly string[] = ['receipts', 'orders.message_id', 'batches.with_bought', 'batches.message_id'];

// biome-ignore lint/suspicious/noExplicitAny: the compiler knows only the tables of this version.
type AnyTables = Kysely<any>;

interface Column {
  readonly type: string;
  readonly isNullable: boolean;
  /** Whether a row can be inserted without it. */
  readonly isOptional: boolean;
}

interface Schema {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Column>>;
  /** Unique indexes by name, with their tables. */
  readonly unique: ReadonlyMap<string, string>;
}

async function schemaIn(db: AnyTables, kind: DatabaseSettings['kind']): Promise<Schema> {
  const tables = (await db.introspection.getTables()).map(({ name, columns }) => {
    const known = columns.map(({ name: column, dataType: type, isNullable, hasDefaultValue, isAutoIncrementing }) => {
      const isOptional = isNullable || hasDefaultValue || isAutoIncrementing;
      return [column, { type, isNullable, isOptional }] as const;
    });
    return [name, new Map(known)] as const;
  });
  const indexes =
    kind === 'postgres'
      ? sql<{ name: string; of: string }>`select indexname as name, tablename as of from pg_indexes
          where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'`
      : sql<{ name: string; of: string }>`select list.name, master.name as "of"
          from sqlite_master as master, pragma_index_list(master.name) as list
          where master.type = 'table' and list."unique" = 1`;
  const unique = (await indexes.execute(db)).rows.map(({ name, of }) => [name, of] as const);
  return { tables: new Map(tables), unique: new Map(unique) };
}

/** What processes of the previous version could stumble over, as sentences. */
function obstacles(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  const report = (where: string, what: string) => {
    if (!contracted.includes(where)) found.push(`${where} ${what}`);
  };
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) report(table, 'is gone');
    for (const [name, { type, isNullable, isOptional }] of now ? columns : []) {
      const column = now?.get(name);
      if (!column) report(`${table}.${name}`, 'is gone');
      else if (column.type !== type) report(`${table}.${name}`, `was ${type} and is ${column.type}`);
      else if (isNullable && !column.isNullable) report(`${table}.${name}`, 'is no longer nullable');
      else if (isOptional && !column.isOptional) report(`${table}.${name}`, 'has no default any more');
    }
    for (const [name, { isOptional }] of now ?? [])
      if (!columns.has(name) && !isOptional) report(`${table}.${name}`, 'is new, not null and has no default');
  }
  for (const [name, table] of after.unique)
    if (!before.unique.has(name) && before.tables.has(table)) report(table, `must be unique by ${name}`);
  return found;
}

const openReleased = async (kind: DatabaseSettings['kind']) => {
  const { settings, remove } = await makeEmptyDatabase(kind);
  const db: AnyTables = connect(settings);
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  await restore(db, kind, released);
  return { settings, db, before: await schemaIn(db, kind) };
};

describe.each(sampledDatabases())(`from ${version} on %s`, (kind) => {
  test('migrations only add, so that the previous release can run next to this one', async () => {
    const { settings, db, before } = await openReleased(kind);
    expect(before.tables.get('orders')?.size).toBeGreaterThan(30);
    expect(before.unique.size).toBeGreaterThan(20);
    const migrated = await openDatabase(settings, { log: createLog('silent') });
    await migrated.close();
    expect(obstacles(before, await schemaIn(db, kind))).toEqual([]);
  });

  test('the check finds everything that would stop the previous release', async () => {
    const { db, before } = await openReleased(kind);
    await sql`alter table orders rename column mobile to phone`.execute(db);
    await sql`alter table wallets add column note text`.execute(db);
    await sql`create unique index people_by_name on people (name)`.execute(db);
    await sql`drop table person_notes`.execute(db);
    await sql`drop table tiers`.execute(db);
    await sql`create table tiers (id integer primary key, name text not null, made_by text not null)`.execute(db);
    const found = obstacles(before, await schemaIn(db, kind));
    expect(found).toEqual(
      expect.arrayContaining([
        'orders.mobile is gone',
        'orders.phone is new, not null and has no default',
        'people must be unique by people_by_name',
        'person_notes is gone',
        'tiers.made_by is new, not null and has no default',
      ]),
    );
    expect(found.filter((one) => one.startsWith('wallets'))).toEqual([]);
  });
});
