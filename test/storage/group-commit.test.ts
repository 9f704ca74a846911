import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, type Queries } from '../../src/storage/database.ts';
import { prepared } from '../../src/storage/prepared.ts';
import { makeDatabase } from '../support/databases.ts';
import { createFaultyWrites } from '../support/faulty-writes.ts';
import { listening } from '../support/listening.ts';
import { quiet, useDatabase } from '../support/shop.ts';

const put = (db: Database['db'], key: string) =>
  db.insertInto('key_values').values({ key, value: '', expires_at: null }).execute();
const keys = async ({ db }: Database): Promise<string[]> =>
  (await db.selectFrom('key_values').select('key').orderBy('key').execute()).map(({ key }) => key);
const ten = Array.from({ length: 10 }, (_, at) => `key ${at}`);

describe('SQLite transactions of one turn of the event loop', () => {
  const asked: string[] = [];
  const place = useDatabase('sqlite', { wrap: (dialect) => listening(dialect, ({ sql: text }) => asked.push(text)) });
  const commits = () => asked.filter((text) => text === 'commit').length;
  afterEach(() => void asked.splice(0));

  test('share one commit', async () => {
    const { database } = place;
    await keys(database);
    asked.splice(0);
    await Promise.all(ten.map((key) => database.transaction((tx) => put(tx, key))));
    expect(commits()).toBe(1);
    expect(await keys(database)).toEqual(ten);
  });

  test('are each all or nothing', async () => {
    const { database } = place;
    const results = await Promise.allSettled(
      ten.map((key, at) =>
        database.transaction(async (tx) => {
          await put(tx, key);
          if (at % 2 === 1) throw new Error(`not ${key}`);
          return key;
        }),
      ),
    );
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual(
      ten.map((key, at) => (at % 2 === 1 ? `Error: not ${key}` : key)),
    );
    expect(await keys(database)).toEqual(ten.filter((_, at) => at % 2 === 0));
    expect(commits()).toBe(1);
  });

  test('a single statement joins them, and needs no transaction when alone', async () => {
    const { database } = place;
    await Promise.all([
      database.write((db) => put(db, 'a')),
      database.transaction((tx) => put(tx, 'b')),
      database.write((db) => put(db, 'c')),
    ]);
    expect(commits()).toBe(1);
    asked.splice(0);
    await database.write((db) => put(db, 'd'));
    expect(asked.filter((text) => /^(begin|commit|savepoint)/.test(text))).toEqual([]);
    expect(await keys(database)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('one that violates a constraint does not affect the others', async () => {
    const { database } = place;
    await put(database.db, 'key 3');
    const results = await Promise.allSettled(ten.map((key) => database.transaction((tx) => put(tx, key))));
    expect(results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([3]);
    expect(await keys(database)).toEqual(ten);
  });

  test('more than the group size are committed in several groups', async () => {
    const { database } = place;
    const many = Array.from({ length: 120 }, (_, at) => `key ${at}`);
    await Promise.all(many.map((key) => database.transaction((tx) => put(tx, key))));
    expect(commits()).toBe(3);
    expect(await keys(database)).toHaveLength(120);
  });
});

describe('a failed commit', () => {
  const writes = createFaultyWrites();
  const place = useDatabase('sqlite', { wrap: writes.wrap });

  test('rejects all its transactions, and nothing of them is stored', async () => {
    const { database } = place;
    // One begin, ten inserts; the commit is the twelfth.
    writes.breakAfter(11, 'before');
    const results = await Promise.allSettled(ten.map((key) => database.transaction((tx) => put(tx, key))));
    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
      ten.map(() => 'Error: no room on the disk'),
    );
    expect(await keys(database)).toEqual([]);
    await database.transaction((tx) => put(tx, 'later'));
    expect(await keys(database)).toEqual(['later']);
  });
});

const read = prepared((db, { key }: { readonly key: string }) =>
  db.selectFrom('key_values').select('key').where('key', '=', key),
);
const write = prepared((db, { key }: { readonly key: string }) =>
  db.insertInto('key_values').values({ key, value: '', expires_at: null }),
);

/** Two connections to one file; the first stays in a transaction until it is told to continue. */
async function twoProcesses() {
  const made = await makeDatabase('sqlite');
  onTestFinished(() => made.remove());
  const [first, second] = await Promise.all([
    openDatabase(made.settings, { log: quiet }),
    openDatabase(made.settings, { log: quiet }),
  ]);
  const written = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const open = first.transaction(async (tx) => {
    await write(tx, { key: 'first' });
    written.resolve();
    await go.promise;
  });
  await written.promise;
  return { first, second, open, go };
}

describe('while a transaction is open', () => {
  const place = useDatabase('sqlite');

  test('others do not read its writes, nor write into it', async () => {
    const { database } = place;
    const written = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const open = database.transaction(async (tx) => {
      await write(tx, { key: 'inside' });
      written.resolve();
      await go.promise;
      throw new Error('undone');
    });
    open.catch(() => undefined);
    await written.promise;
    const seen = read(database.db, { key: 'inside' });
    const beside = write(database.db, { key: 'outside' });
    await setImmediate();
    go.resolve();
    await expect(open).rejects.toThrow('undone');
    expect(await seen).toEqual([]);
    await beside;
    expect(await keys(database)).toEqual(['outside']);
  });

  test('waits for another process that writes', async () => {
    const { first, second, open, go } = await twoProcesses();
    const waiting = write(second.db, { key: 'second' });
    const grouped = Promise.all(['third', 'fourth'].map((key) => second.transaction((tx) => write(tx, { key }))));
    // There is one connection: queries meanwhile wait with it.
    const seen = read(second.db, { key: 'second' });
    await setImmediate();
    go.resolve();
    await Promise.all([open, waiting, grouped]);
    expect(await seen).toEqual([{ key: 'second' }]);
    expect(await keys(second)).toEqual(['first', 'fourth', 'second', 'third']);
    await first.close();
    await second.close();
  });

  test('queries after the transaction has ended are rejected, even within the same commit', async () => {
    const { database } = place;
    const go = Promise.withResolvers<void>();
    const kept: Queries[] = [];
    const keep = async (tx: Queries) => void kept.push(tx);
    await database.transaction(keep);
    const mate = database.transaction(keep);
    const open = database.transaction(async (tx) => {
      await write(tx, { key: 'inside' });
      const strays = await Promise.allSettled(kept.map((stray) => write(stray, { key: 'stray' })));
      go.resolve();
      return strays.map((result) => result.status === 'rejected' && String(result.reason));
    });
    await go.promise;
    expect(await open).toEqual(Array(2).fill('Error: The transaction has ended.'));
    await mate;
    expect(await keys(database)).toEqual(['inside']);
  });

  test('closing waits for pending transactions', async () => {
    const made = await makeDatabase('sqlite');
    onTestFinished(() => made.remove());
    const database = await openDatabase(made.settings, { log: quiet });
    const asked = Promise.all(ten.map((key) => database.transaction((tx) => write(tx, { key }))));
    await database.close();
    await asked;
    const again = await openDatabase(made.settings, { log: quiet });
    expect(await keys(again)).toEqual(ten);
    await again.close();
  });

  test('closing waits for one that another process delays', async () => {
    const { first, second, open, go } = await twoProcesses();
    const early = second.transaction((tx) => write(tx, { key: 'early' }));
    await setImmediate();
    go.resolve();
    await open;
    // It overtakes the one that retries in a moment.
    await Promise.all([second.write((db) => write(db, { key: 'late' })), second.close()]);
    await early;
    expect(await keys(first)).toEqual(['early', 'first', 'late']);
    await first.close();
  });
});
