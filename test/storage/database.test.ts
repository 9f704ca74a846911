import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { databaseKinds, makeEmptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { countRows, quiet, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the schema on %s', (kind) => {
  let made: TestDatabase;
  beforeAll(async () => {
    made = await makeEmptyDatabase(kind);
  });
  afterAll(() => made.remove());

  test('is created once when several processes start on an empty database', async () => {
    const program = `
      const { openDatabase } = await import('./src/storage/database.ts');
      const { createLog } = await import('./src/log.ts');
      const database = await openDatabase(JSON.parse(process.argv[1]), { log: createLog('silent') });
      const rows = await database.db.selectFrom('orders').selectAll().execute();
      await database.close();
      process.stdout.write('rows: ' + rows.length);
    `;
    const start = async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(made.settings)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const [code] = await once(child, 'close');
      return { code, output };
    };
    const processes = Promise.all(Array.from({ length: 4 }, start));
    const here = await Promise.all(Array.from({ length: 4 }, () => openDatabase(made.settings, { log: quiet })));
    expect(await processes).toEqual(Array.from({ length: 4 }, () => ({ code: 0, output: 'rows: 0' })));
    for (const database of here) await database.close();
  });

  test('keeps its data over a restart and lists every migration once', async () => {
    const first = await openDatabase(made.settings, { log: quiet });
    await first.db.insertInto('switches').values({ name: 'kept', value: '', actor: '', at: 1 }).execute();
    await first.close();
    const second = await openDatabase(made.settings, { log: quiet });
    expect(await countRows(second)).toMatchObject({ switches: 1 });
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(second.db);
    // Every file of the folder is applied once, in order.
    const files = readdirSync(new URL('../../src/storage/migrations', import.meta.url)).filter((name) =>
      name.endsWith('.ts'),
    );
    expect(rows).toEqual(files.toSorted().map((file) => ({ name: file.replace('.ts', '') })));
    await second.close();
  });

  test('opens after a later release added to it and is refused after a later release removed something', async () => {
    const open = () => openDatabase(made.settings, { log: quiet });
    const migrated = async (name: string) => {
      const database = await open();
      await sql`insert into kysely_migration (name, timestamp) values (${name}, 'later')`.execute(database.db);
      await database.close();
    };
    await migrated('901-added');
    const database = await open();
    expect(await countRows(database)).toMatchObject({ switches: 1 });
    await database.close();
    await migrated('902-contract-orders');
    await expect(open()).rejects.toThrow('A newer version has changed the database (902-contract-orders)');
  });
});

describe.each(databaseKinds)('a transaction on %s', (kind) => {
  const place = useDatabase(kind);
  const write = (db: Database['db'], name: string) =>
    db.insertInto('switches').values({ name, value: '', actor: '', at: 1 }).execute();

  test('writes everything or nothing', async () => {
    const { database } = place;
    await database.transaction(async (tx) => {
      await write(tx, 'one');
      await write(tx, 'two');
    });
    await expect(
      database.transaction(async (tx) => {
        await write(tx, 'three');
        throw new Error('thought better of it');
      }),
    ).rejects.toThrow('thought better of it');
    await expect(
      database.transaction(async (tx) => {
        await write(tx, 'four');
        await write(tx, 'one');
      }),
    ).rejects.toThrow(/unique/i);
    expect(await countRows(database)).toMatchObject({ switches: 2 });
  });

  test('leaves the connection usable when it fails, with sixty at once', async () => {
    const { database } = place;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) =>
        database.transaction(async (tx) => {
          await write(tx, `switch ${at}`);
          if (at % 2 === 1) throw new Error('odd');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    expect(await countRows(database)).toMatchObject({ switches: 30 });
  });

  test('stores integers exactly up to the largest safe one', async () => {
    const { database } = place;
    const at = Number.MAX_SAFE_INTEGER;
    await database.db.insertInto('switches').values({ name: 'a', value: '', actor: '', at }).execute();
    expect(await database.db.selectFrom('switches').select('at').executeTakeFirst()).toEqual({ at });
    await sql`update switches set at = at + 2`.execute(database.db);
    await expect(database.db.selectFrom('switches').select('at').execute()).rejects.toThrow(/too large/i);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses to store %d', async (at) => {
    const { database } = place;
    const row = { name: 'a', value: '', actor: '', at };
    await expect(database.db.insertInto('switches').values(row).execute()).rejects.toThrow();
    await expect(database.db.updateTable('switches').set({ at }).execute()).rejects.toThrow();
    expect(await countRows(database)).toMatchObject({ switches: 0 });
  });
});

describe('SQLite', () => {
  const place = useDatabase('sqlite');

  test('reports why a write failed, even after an automatic rollback, and continues', async () => {
    const { db } = place.database;
    await sql`create trigger refusing before insert on switches begin select raise(rollback, 'the disk is full'); end`.execute(
      db,
    );
    const write = (name: string) =>
      place.database.transaction((tx) =>
        tx.insertInto('switches').values({ name, value: '', actor: '', at: 1 }).execute(),
      );
    await expect(write('one')).rejects.toThrow('the disk is full');
    await expect(write('two')).rejects.toThrow('the disk is full');
    await sql`drop trigger refusing`.execute(db);
    await write('three');
    expect(await countRows(place.database)).toMatchObject({ switches: 1 });
  });

  test('keeps a write-ahead log whose flushes the bot does itself', async () => {
    const pragma = async (name: string) =>
      (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(place.database.db)).rows[0];
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
    // NORMAL: the bot flushes the log itself, without stopping the event loop.
    expect(await pragma('synchronous')).toEqual({ synchronous: 1 });
  });
});

describe('PostgreSQL', () => {
  const place = useDatabase('postgres');

  test('a process that starts during a migration waits until it ends', async () => {
    if (place.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
    const other = new pg.Client({ connectionString: place.settings.url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    // A running migration holds this lock.
    await other.query('lock table kysely_migration in access exclusive mode');
    const opening = openDatabase(place.settings, { log: quiet, lockTimeoutMs: 20 });
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > '200 ms'`;
    const waiters = async () => (await waiting.execute(place.database.db)).rows;
    await expect.poll(waiters, { interval: 10, timeout: 60_000 }).toHaveLength(1);
    await other.query('commit');
    await (await opening).close();
  });

  test('a connection cut during a transaction is an error that the process survives', async () => {
    if (place.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => lines.push(line) });
    const database = await openDatabase(place.settings, { log });
    const killer = new pg.Client({ connectionString: place.settings.url });
    await killer.connect();
    onTestFinished(async () => {
      await killer.end();
      await database.close();
    });
    const cut = database.transaction(async (tx) => {
      await tx.insertInto('switches').values({ name: 'half', value: '', actor: '', at: 1 }).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const pid = rows[0]?.pid;
      await killer.query('select pg_terminate_backend($1)', [pid]);
      const alive = async () => (await killer.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount;
      await expect.poll(alive, { interval: 5 }).toBe(0);
      // The socket hears of it in a turn of the event loop.
      await setImmediate();
      await tx.insertInto('switches').values({ name: 'other half', value: '', actor: '', at: 1 }).execute();
    });
    await expect(cut).rejects.toThrow();
    expect(await countRows(database)).toMatchObject({ switches: 0 });
    expect(lines.join()).toContain('database connection dropped');
  });

  test('the shop goes on after all idle connections are cut at once', async () => {
    if (place.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
    const { db } = place.database;
    await Promise.all(Array.from({ length: 10 }, () => db.selectFrom('switches').selectAll().execute()));
    const killer = new pg.Client({ connectionString: place.settings.url });
    await killer.connect();
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await killer.end();
    await expect
      .poll(() => countRows(place.database).catch(() => null), { interval: 10 })
      .toMatchObject({ switches: 0 });
  });
});
