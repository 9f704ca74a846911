import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, type DatabaseSettings, makeSchema, openDatabase } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import { raiseSwitch, readSwitch, setSwitch } from '#storage/switches.ts';
import { startRelay } from '#test/replicas/relay.ts';
import { makeDatabase, makeEmptyDatabase } from '#test/support/databases.ts';
import { long } from '#test/support/length.ts';
import { countRows, quiet, useDatabase } from '#test/support/shop.ts';

const place = useDatabase('postgres');
/** Longer than a stall of a busy machine. */
const silenceMs = 1_500;

test('everyone sees the writes that were acknowledged after the server fell silent', async () => {
  if (place.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
  const url = new URL(place.settings.url);
  const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  const database = await openDatabase({ kind: 'postgres', url: url.href }, { log: quiet, queryTimeoutMs: silenceMs });
  onTestFinished(async () => {
    await database.close();
    await relay.close();
  });
  const write = (db: Database['db'], name: string) =>
    db.insertInto('switches').values({ name, value: '', actor: '', at: 1 }).execute();
  await write(place.database.db, 'before');
  relay.hold();
  await expect(database.transaction((tx) => write(tx, 'during'))).rejects.toThrow();
  relay.letGo();
  // The held queries arrive now; a transaction with an unknown end must not swallow later writes.
  let tries = 0;
  const writeAfter = () => {
    tries += 1;
    return write(database.db, `after ${tries}`).catch(() => null);
  };
  await expect.poll(writeAfter).not.toBeNull();
  const written = await place.database.db.selectFrom('switches').select('name').execute();
  expect(written.map(({ name }) => name)).toEqual(expect.arrayContaining(['before', `after ${tries}`]));
  expect(written.map(({ name }) => name)).not.toContain('during');
});

/** An empty database with a trigger on schema changes of this kind. */
async function withTrigger(command: string, body: string) {
  const made = await makeEmptyDatabase('postgres');
  if (made.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
  const client = new pg.Client({ connectionString: made.settings.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await made.remove();
  });
  await client.query(`
    create table busy (id int);
    create function lag() returns event_trigger language plpgsql as $$ begin ${body}; end $$;
    create event trigger slow on ddl_command_start when tag in ('${command}') execute function lag()`);
  return { settings: made.settings, client };
}

if (long)
  test('a migration runs without a statement timeout', async () => {
    const { settings } = await withTrigger(
      'ALTER TABLE',
      'if not exists (select from busy) then insert into busy values (1); perform pg_sleep(2.5); end if',
    );
    const database = await openDatabase(settings, { log: quiet, queryTimeoutMs: silenceMs });
    onTestFinished(() => database.close());
    const patient = await openDatabase(settings, { log: quiet });
    onTestFinished(() => patient.close());
    expect(await countRows(patient)).toMatchObject({ orders: 0 });
    await expect(sql`select pg_sleep(2.5)`.execute(database.db)).rejects.toThrow();
  });

test('a migration gives up a table lock quickly, because other queries would queue behind it', async () => {
  const { settings, client } = await withTrigger('CREATE INDEX', 'lock table busy in access exclusive mode');
  await client.query('begin; select count(*) from busy');
  await expect(openDatabase(settings, { log: quiet, lockTimeoutMs: 50 })).rejects.toThrow(/lock timeout/);
  await client.query('commit');
  const database = await openDatabase(settings, { log: quiet, lockTimeoutMs: 50 });
  onTestFinished(() => database.close());
  const patient = await openDatabase(settings, { log: quiet });
  onTestFinished(() => patient.close());
  expect(await countRows(patient)).toMatchObject({ orders: 0 });
});

test('a query is planned once per connection and survives a column that a later release adds', async () => {
  const made = await makeDatabase('postgres');
  const database = await openDatabase(made.settings, { log: quiet });
  onTestFinished(async () => {
    await database.close();
    await made.remove();
  });
  const { db } = database;
  await db.insertInto('switches').values({ name: 'a', value: 'on', actor: '', at: 1 }).execute();
  const byName = prepared((queries, { name }: { readonly name: string }) =>
    queries.selectFrom('switches').select(['value', 'actor']).where('name', '=', name),
  );
  const everything = prepared((queries, { name }: { readonly name: string }) =>
    queries.selectFrom('switches').selectAll().where('name', '=', name),
  );
  const read = () =>
    database.transaction(async (tx) => {
      const some = await byName(tx, { name: 'a' });
      const whole = await everything(tx, { name: 'a' });
      const planned = await sql<{ name: string; statement: string }>`
        select name, statement from pg_prepared_statements`.execute(tx);
      return { some, whole, planned: planned.rows };
    });
  const before = await read();
  const statement = 'select "value", "actor" from "public"."switches" where "name" = $1';
  // The name depends only on the statement, so it is the same in every process.
  const name = `sharj_${createHash('sha256').update(statement).digest('hex').slice(0, 32)}`;
  expect(before.planned).toEqual([{ name, statement }]);
  await sql`alter table switches add column later text`.execute(db);
  expect(await read()).toEqual({ ...before, whole: before.whole.map((row) => ({ ...row, later: null })) });
});

test('behind a pooler the limits end with the transaction and no query is prepared', async () => {
  const made = await makeDatabase('postgres');
  if (made.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
  const settings: DatabaseSettings = { ...made.settings, isPooled: true };
  const database = await openDatabase(settings, { log: quiet, lockTimeoutMs: 3_000, mostConnections: 1 });
  onTestFinished(async () => {
    await database.close();
    await made.remove();
  });
  const limits = async (db: Database['db']) => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const { rows } = await sql<{
      value: string;
    }>`select current_setting(name) as value from unnest(${names}::text[]) as name`.execute(db);
    return rows.map(({ value }) => value);
  };
  expect(await database.transaction(limits)).toEqual(['15s', '3s', '30s']);
  expect(await limits(database.db)).toEqual(['0', '0', '0']);
  await database.transaction((tx) => readSwitch(tx, 'a'));
  expect((await sql`select name from pg_prepared_statements`.execute(database.db)).rows).toEqual([]);
});

test('a shop keeps its rows in its own schema, whatever the search path', async () => {
  const made = await makeDatabase('postgres');
  if (made.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
  const own: DatabaseSettings = { ...made.settings, schema: 'shop_0123456789' };
  await makeSchema(own.url, 'shop_0123456789');
  const [main, agents] = [await openDatabase(made.settings, { log: quiet }), await openDatabase(own, { log: quiet })];
  onTestFinished(async () => {
    await main.close();
    await agents.close();
    await made.remove();
  });
  const names = ({ db }: Database) => db.selectFrom('switches').select('name').execute();
  await setSwitch(agents.db, { name: 'a', value: '', actor: '', at: 1 });
  await raiseSwitch(agents.db, { name: 'a', value: '', actor: '', at: 1 });
  const { rows } = await sql<{ path: string }>`select current_schema() as path`.execute(agents.db);
  expect(rows).toEqual([{ path: 'public' }]);
  expect(await names(agents)).toEqual([{ name: 'a' }]);
  expect(await names(main)).toEqual([]);
});
