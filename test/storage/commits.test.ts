import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCommits } from '#storage/commits.ts';
import { type Database, openDatabase, type Queries } from '#storage/database.ts';
import { type DiskSync, shareCalls } from '#storage/disk-sync.ts';
import { prepared } from '#storage/prepared.ts';
import { shareCommits } from '#storage/shared-commits.ts';
import { createSqliteDialect, openSqlite } from '#storage/sqlite.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { makeDatabase, makeSqlite } from '#test/support/databases.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { between } from '#test/support/listening.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

const put = (db: Database['db'], key: string) =>
  db.insertInto('key_values').values({ key, value: '', expires_at: null }).execute();
const keys = async ({ db }: Database): Promise<string[]> =>
  (await db.selectFrom('key_values').select('key').orderBy('key').execute()).map(({ key }) => key);
const ten = Array.from({ length: 10 }, (_, at) => `key ${at}`);

describe('concurrent SQLite transactions', () => {
  const place = useDatabase('sqlite');

  test('each write everything or nothing', async () => {
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
  });

  test('keep their rows when one of them violates a constraint', async () => {
    const { database } = place;
    await put(database.db, 'key 3');
    const results = await Promise.allSettled(ten.map((key) => database.transaction((tx) => put(tx, key))));
    expect(results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([3]);
    expect(await keys(database)).toEqual(ten);
  });
});

describe('SQLite work within one turn of the event loop', () => {
  const ended: string[] = [];
  const place = useDatabase('sqlite', {
    wrap: (dialect) =>
      between(dialect, ({ sql }, execute) => {
        if (sql === 'commit' || sql === 'rollback') ended.push(sql);
        return execute();
      }),
  });

  test('shares one commit and reports success only after it', async () => {
    const { database } = place;
    ended.length = 0;
    const told: string[] = [];
    const tell = (name: string) => () => void told.push(`${name} after ${ended.length} commit`);
    await Promise.all([
      database.transaction((tx) => put(tx, 'transaction')).then(tell('transaction')),
      database.write((on) => put(on, 'write')).then(tell('write')),
      database.quickWrite((on) => put(on, 'quick write')).then(tell('quick write')),
    ]);
    expect(new Set(told)).toEqual(
      new Set(['quick write', 'transaction', 'write'].map((name) => `${name} after 1 commit`)),
    );
    expect(ended).toEqual(['commit']);
    expect(await keys(database)).toEqual(['quick write', 'transaction', 'write']);
  });

  test('keeps its other writes when one statement or transaction fails', async () => {
    const { database } = place;
    await put(database.db, 'there');
    const results = await Promise.allSettled([
      database.write((on) => put(on, 'there')),
      database.transaction(async (tx) => {
        await put(tx, 'half');
        await put(tx, 'there');
      }),
      database.write((on) => put(on, 'last')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await keys(database)).toEqual(['last', 'there']);
  });

  test('fails as a whole when SQLite rolls the whole transaction back, as it does when the disk is full', async () => {
    const { database } = place;
    ended.length = 0;
    const results = await Promise.allSettled([
      database.transaction((tx) => put(tx, 'before')),
      database.transaction(async (tx) => {
        await sql`rollback`.execute(tx);
        throw new Error('the disk is full');
      }),
      database.write((on) => put(on, 'after')),
    ]);
    expect(results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.status))).toEqual(
      Array(3).fill('Error: the disk is full'),
    );
    expect(await keys(database)).toEqual([]);
    await database.transaction((tx) => put(tx, 'later'));
    expect(await keys(database)).toEqual(['later']);
  });
});

describe('work that shares a commit', () => {
  const place = useDatabase('sqlite');

  test('runs no query after its own end, even while a neighbour is still open', async () => {
    const { database } = place;
    const go = Promise.withResolvers<void>();
    const late: Promise<unknown>[] = [];
    const mine = database.transaction(async (tx) => {
      late.push(
        go.promise.then(() => put(tx, 'late')),
        go.promise.then(() => sql`delete from key_values`.execute(tx)),
      );
      await put(tx, 'mine');
      throw new Error('undone');
    });
    const other = database.transaction(async (tx) => {
      await put(tx, 'other');
      go.resolve();
      await Promise.allSettled(late);
    });
    const ended = await Promise.allSettled([mine, other]);
    const results = [...ended, ...(await Promise.allSettled(late))];
    expect(results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.status))).toEqual([
      'Error: undone',
      'fulfilled',
      'Error: The transaction has ended.',
      'Error: The transaction has ended.',
    ]);
    expect(await keys(database)).toEqual(['other']);
  });

  test('waits for the disk even if it began inside work that does not wait', async () => {
    const made = await makeSqlite();
    const database = await openDatabase(made.settings, { log: quiet });
    onTestFinished(async () => {
      await database.close();
      await made.remove();
    });
    const hurried = new AsyncLocalStorage<true>();
    let flushes = 0;
    const disk: DiskSync = {
      sync: async () => {
        if (!hurried.getStore()) flushes += 1;
      },
      withoutWaiting: (work) => hurried.run(true, work),
      close: async () => undefined,
    };
    const { quickWrite, transaction } = createCommits(
      database.db,
      disk,
      shareCommits(database.db, disk, () => true),
    );
    const within: Promise<unknown>[] = [];
    await quickWrite((on) => {
      within.push(transaction((tx) => put(tx, 'within')));
      return put(on, 'quick');
    });
    await Promise.all(within);
    expect(flushes).toBe(1);
  });

  test('rejects if building its query throws', async () => {
    const { database } = place;
    const broken = (): never => {
      throw new Error('no query');
    };
    await expect(database.write(broken)).rejects.toThrow('no query');
    await expect(database.quickWrite(broken)).rejects.toThrow('no query');
    await expect(database.transaction(broken)).rejects.toThrow('no query');
    const together = await Promise.allSettled([database.write(broken), database.transaction(broken)]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('a failed commit', () => {
  const writes = createFaultyWrites();
  const place = useDatabase('sqlite', { wrap: writes.wrap });

  test('rejects its transaction and stores nothing of it', async () => {
    const { database } = place;
    // A begin and an insert come first; the commit is the third statement.
    writes.breakAfter(2, 'before');
    await expect(database.transaction((tx) => put(tx, 'first'))).rejects.toThrow('no room on the disk');
    expect(await keys(database)).toEqual([]);
    await database.transaction((tx) => put(tx, 'later'));
    expect(await keys(database)).toEqual(['later']);
  });

  test('rejects every transaction that shared it', async () => {
    const { database } = place;
    // A begin and two inserts come first; the commit is the fourth statement.
    writes.breakAfter(3, 'before');
    const results = await Promise.allSettled(
      ['first', 'second'].map((key) => database.transaction((tx) => put(tx, key))),
    );
    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
      Array(2).fill('Error: no room on the disk'),
    );
    expect(await keys(database)).toEqual([]);
  });
});

describe('a statement outside of a transaction', () => {
  test('waits for the disk if it wrote or met a row that another connection may have just written', async () => {
    const made = await makeSqlite();
    onTestFinished(made.remove);
    let flushes = 0;
    const sync = async () => {
      flushes += 1;
    };
    const sqlite = openSqlite(made.settings.file);
    sqlite.exec('create table key_values (key text primary key, value text, expires_at integer)');
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, 5_000, sync) });
    onTestFinished(() => db.destroy());
    const flushesOf = async (statement: { execute(): Promise<unknown> }): Promise<number> => {
      const before = flushes;
      await statement.execute();
      return flushes - before;
    };
    const insert = db.insertInto('key_values').values({ key: 'a', value: '', expires_at: null });
    const update = (key: string) => db.updateTable('key_values').set({ value: 'b' }).where('key', '=', key);
    expect(await flushesOf(insert)).toBe(1);
    expect(await flushesOf(insert.onConflict((conflict) => conflict.doNothing()))).toBe(1);
    expect(await flushesOf(update('a'))).toBe(1);
    expect(await flushesOf(update('a').returning('key'))).toBe(1);
    expect(await flushesOf(update('b'))).toBe(0);
    expect(await flushesOf(update('b').returning('key'))).toBe(0);
    expect(await flushesOf(db.selectFrom('key_values').selectAll())).toBe(0);
    expect(await flushesOf(db.deleteFrom('key_values').where('key', '=', 'b'))).toBe(0);
    expect(await flushesOf(db.deleteFrom('key_values'))).toBe(1);
  });
});

describe('shared calls', () => {
  test('a caller who comes during a call waits for the next call, because this one may have begun too early', async () => {
    const calls: PromiseWithResolvers<void>[] = [];
    const call = shareCalls(() => {
      const deferred = Promise.withResolvers<void>();
      calls.push(deferred);
      return deferred.promise;
    });
    const done: string[] = [];
    const ask = (name: string) => call().then(() => done.push(name));
    const first = ask('first');
    await setImmediate();
    const others = ['second', 'third'].map(ask);
    await setImmediate();
    expect(calls).toHaveLength(1);
    calls[0]?.resolve();
    await first;
    await setImmediate();
    expect({ calls: calls.length, done }).toEqual({ calls: 2, done: ['first'] });
    calls[1]?.resolve();
    await Promise.all(others);
    expect(calls).toHaveLength(2);
  });

  test('a failed call fails only for those who shared it', async () => {
    let calls = 0;
    const call = shareCalls(async () => {
      calls += 1;
      if (calls === 1) throw new Error('no disk');
    });
    const results = await Promise.allSettled([call(), call()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await call();
    expect(calls).toBe(2);
  });
});

const read = prepared((db, { key }: { readonly key: string }) =>
  db.selectFrom('key_values').select('key').where('key', '=', key),
);
const write = prepared((db, { key }: { readonly key: string }) =>
  db.insertInto('key_values').values({ key, value: '', expires_at: null }),
);

/** Two connections to one file; the first keeps its transaction open until `go` resolves. */
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

  test('other queries neither see its writes nor join it', async () => {
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

  test('a writer waits for the other process', async () => {
    const { first, second, open, go } = await twoProcesses();
    const waiting = write(second.db, { key: 'second' });
    const grouped = Promise.all(['third', 'fourth'].map((key) => second.transaction((tx) => write(tx, { key }))));
    // One connection serves all queries, so this one waits as well.
    const seen = read(second.db, { key: 'second' });
    await setImmediate();
    go.resolve();
    await Promise.all([open, waiting, grouped]);
    expect(await seen).toEqual([{ key: 'second' }]);
    expect(await keys(second)).toEqual(['first', 'fourth', 'second', 'third']);
    await first.close();
    await second.close();
  });

  test('queries on an ended transaction are rejected', async () => {
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

  test('closing waits for a transaction that another process delays', async () => {
    const { first, second, open, go } = await twoProcesses();
    const early = second.transaction((tx) => write(tx, { key: 'early' }));
    await setImmediate();
    go.resolve();
    await open;
    // The write overtakes the transaction that retries in a moment.
    await Promise.all([second.write((db) => write(db, { key: 'late' })), second.close()]);
    await early;
    expect(await keys(first)).toEqual(['early', 'first', 'late']);
    await first.close();
  });
});
