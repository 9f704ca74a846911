import { Keyv } from 'keyv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#storage/database.ts';
import { createKeyValue, createKeyv } from '#storage/key-value.ts';
import { createKeyvAdapter, sweepKeyValues } from '#storage/keyv-adapter.ts';
import { createClock, hour, second } from '#test/support/clock.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '#test/support/databases.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

const oddKeys = [
  'plain',
  ':',
  'a:b',
  '%',
  '_',
  '*',
  "'; drop table key_values; --",
  '"quoted"',
  'back\\slash',
  'new\nline',
  ' spaces ',
  'کلید فارسی',
  '۰۹۱۲',
  '😀',
  '\u2066isolated\u2069',
  'x'.repeat(1_500),
  'ک'.repeat(700),
];

describe.each(databaseKinds)('small state on %s', (kind) => {
  const place = useDatabase(kind);
  const open = <T = unknown>(namespace = 'test', now?: () => number) => createKeyv<T>(place.database, namespace, now);
  const adapterOf = (namespace: string) => createKeyvAdapter(place.database, namespace, Date.now);

  test('sets, changes, has and deletes', async () => {
    const keyv = open();
    expect(await keyv.get('a')).toBeUndefined();
    expect(await keyv.has('a')).toBe(false);
    expect(await keyv.set('a', { name: 'first' })).toBe(true);
    expect(await keyv.get('a')).toEqual({ name: 'first' });
    await keyv.set('a', { name: 'second' });
    expect(await keyv.get('a')).toEqual({ name: 'second' });
    expect(await keyv.has('a')).toBe(true);
    expect(await keyv.delete('a')).toBe(true);
    expect(await keyv.delete('a')).toBe(false);
    expect(await keyv.has('a')).toBe(false);
  });

  test.each([null, false, 0, '', [], {}, 'متن', { deep: [1, { two: null }] }])(
    'returns %j unchanged',
    async (value) => {
      const keyv = open();
      await keyv.set('value', value);
      expect(await keyv.get('value')).toEqual(value);
      expect(await keyv.has('value')).toBe(true);
      expect(await keyv.getMany(['value', 'absent'])).toEqual([value, undefined]);
    },
  );

  test('accepts keys with special characters and long ones', async () => {
    const keyv = open();
    for (const key of oddKeys) await keyv.set(key, `of ${key}`);
    expect(await keyv.getMany(oddKeys)).toEqual(oddKeys.map((key) => `of ${key}`));
    const seen = await entriesOf(keyv);
    expect(seen).toHaveLength(oddKeys.length);
    expect(new Set(seen.map(([key]) => key))).toEqual(new Set(oddKeys));
    for (const key of oddKeys) expect(await keyv.delete(key)).toBe(true);
    expect(await entriesOf(keyv)).toEqual([]);
  });

  test('stores a value of a megabyte', async () => {
    const keyv = open();
    const large = 'ب'.repeat(500_000);
    await keyv.set('large', large);
    expect(await keyv.get('large')).toBe(large);
  });

  test('handles many keys at once, repeated ones, and more than one statement holds', async () => {
    const keyv = open<number>();
    const keys = Array.from({ length: 1_234 }, (_, at) => `key ${at}`);
    expect(await keyv.setMany(keys.map((key, value) => ({ key, value })))).toEqual(keys.map(() => true));
    expect(await keyv.getMany([...keys, 'absent'])).toEqual([...keys.map((_, at) => at), undefined]);
    expect(await keyv.hasMany(['key 0', 'absent', 'key 0'])).toEqual([true, false, true]);
    expect(await keyv.deleteMany(['key 0', 'absent', ...keys.slice(2)])).toEqual([
      true,
      false,
      ...keys.slice(2).map(() => true),
    ]);
    expect(await entriesOf(keyv)).toEqual([['key 1', 1]]);
    await keyv.setMany([
      { key: 'twice', value: 1 },
      { key: 'twice', value: 2 },
    ]);
    expect(await keyv.get('twice')).toBe(2);
    expect(await keyv.getMany([])).toEqual([]);
    expect(await keyv.setMany([])).toEqual([]);
    expect(await keyv.deleteMany([])).toEqual([]);
  });

  test('hundreds of concurrent calls do not disturb each other', async () => {
    const keyv = open<number>();
    await Promise.all(Array.from({ length: 300 }, (_, at) => keyv.set(`key ${at}`, at)));
    const values = await Promise.all(Array.from({ length: 300 }, (_, at) => keyv.get(`key ${at}`)));
    expect(values).toEqual(Array.from({ length: 300 }, (_, at) => at));
    await Promise.all(Array.from({ length: 100 }, (_, at) => keyv.set('same', at)));
    expect(await keyv.get('same')).toBeGreaterThanOrEqual(0);
    await Promise.all(Array.from({ length: 300 }, (_, at) => keyv.delete(`key ${at}`)));
    expect((await entriesOf(keyv)).map(([key]) => key)).toEqual(['same']);
  });

  test('namespaces are separate, even if one is a prefix of another', async () => {
    const names = ['a', 'ab', 'a:b', 'a%3Ab', 'a;', 'A', '', 'فا'];
    const keyvs = names.map((name) => open<string>(name));
    await Promise.all(
      keyvs.map((keyv, at) =>
        keyv.setMany([
          { key: 'b:c', value: `1 ${at}` },
          { key: 'c', value: `2 ${at}` },
        ]),
      ),
    );
    for (const [at, keyv] of keyvs.entries()) {
      expect(await keyv.getMany(['b:c', 'c'])).toEqual([`1 ${at}`, `2 ${at}`]);
      expect((await entriesOf(keyv)).map(([key]) => key)).toEqual(['b:c', 'c']);
    }
    await keyvs[0]?.clear();
    expect(await Promise.all(keyvs.map(async (keyv) => (await entriesOf(keyv)).length))).toEqual([
      0, 2, 2, 2, 2, 2, 2, 2,
    ]);
    await keyvs[2]?.delete('c');
    expect(await keyvs[1]?.get('c')).toBe('2 1');
  });

  // What @keyv/test-suite requires of a namespace; the published suite is for Keyv 5.
  describe.each<[string, (namespace: string) => Keyv]>([
    ['given to Keyv', (namespace) => new Keyv({ store: adapterOf('test'), namespace })],
    ['set on Keyv', (namespace) => Object.assign(new Keyv({ store: adapterOf('test') }), { namespace })],
    ['set on the adapter', (namespace) => new Keyv({ store: Object.assign(adapterOf('test'), { namespace }) })],
  ])('a namespace %s', (_, withNamespace) => {
    const pair = async () => {
      const [first, second] = [withNamespace('first:1'), withNamespace('second')];
      for (const keyv of [first, second]) {
        await keyv.set('a', `a of ${keyv.namespace}`);
        await keyv.set('b', `b of ${keyv.namespace}`);
      }
      return [first, second] as const;
    };
    const untouched = [
      ['a', 'a of second'],
      ['b', 'b of second'],
    ];

    test('keeps the same key apart', async () => {
      const [first, second] = await pair();
      expect([first.namespace, first.store.namespace]).toEqual(['first:1', 'first:1']);
      expect(await first.get('a')).toBe('a of first:1');
      expect(await first.has('a')).toBe(true);
      expect(await entriesOf(second)).toEqual(untouched);
      expect(await open().has('a')).toBe(false);
      expect(await open('first:1').getMany(['a', 'b'])).toEqual(['a of first:1', 'b of first:1']);
    });

    test('deletes its own key only', async () => {
      const [first, second] = await pair();
      expect(await first.delete('a')).toBe(true);
      expect(await first.delete('a')).toBe(false);
      expect(await entriesOf(first)).toEqual([['b', 'b of first:1']]);
      expect(await entriesOf(second)).toEqual(untouched);
    });

    test('clears its own keys only', async () => {
      const [first, second] = await pair();
      await open().set('a', 'a of test');
      await first.clear();
      expect(await entriesOf(first)).toEqual([]);
      expect(await entriesOf(second)).toEqual(untouched);
      expect(await open().get('a')).toBe('a of test');
    });
  });

  test('without a namespace the adapter has its own keys, not those of every namespace', async () => {
    await open().set('a', 'a of test');
    const adapter = adapterOf('test');
    adapter.namespace = undefined;
    expect(adapter.namespace).toBeUndefined();
    const keyv = new Keyv({ store: adapter });
    expect(await keyv.get('a')).toBeUndefined();
    await keyv.set('a', 'a of none');
    expect(await entriesOf(keyv)).toEqual([['a', 'a of none']]);
    await keyv.clear();
    expect(await keyv.has('a')).toBe(false);
    expect(await open().get('a')).toBe('a of test');
  });

  test('a running call keeps its namespace when another one is set', async () => {
    const adapter = adapterOf('test');
    const keys = Array.from({ length: 1_001 }, (_, at) => `key ${at}`);
    const writing = adapter.setMany(keys.map((key) => ({ key, value: 'old' })));
    adapter.namespace = 'other';
    await writing;
    expect(await adapter.has('key 1000')).toBe(false);
    adapter.namespace = 'test';
    const reading = adapter.getMany(keys);
    adapter.namespace = 'other';
    expect(await reading).toEqual(keys.map(() => 'old'));
    adapter.namespace = 'test';
    const seen = new Set<unknown>();
    for await (const [key] of adapter.iterator?.() ?? []) {
      seen.add(key);
      adapter.namespace = 'other';
    }
    expect(seen).toEqual(new Set(keys));
    adapter.namespace = 'test';
    const deleting = adapter.deleteMany(keys);
    adapter.namespace = 'other';
    expect(await deleting).toEqual(keys.map(() => true));
  });

  test('iterates while entries are added and deleted', async () => {
    const keyv = open<number>();
    const keys = Array.from({ length: 410 }, (_, at) => `key ${String(at).padStart(3, '0')}`);
    await keyv.setMany(keys.map((key, value) => ({ key, value })));
    const seen: unknown[] = [];
    for await (const [key] of keyv.iterator()) {
      seen.push(key);
      await keyv.delete(String(key));
      if (key === 'key 010') await keyv.delete('key 409');
      if (key === 'key 020') await keyv.set('key 408b', 1);
    }
    expect(seen).toEqual([...keys.slice(0, 409), 'key 408b'].sort());
    expect(await entriesOf(keyv)).toEqual([]);
  });

  test('expired entries are invisible everywhere, and the expiry worker deletes them', async () => {
    const clock = createClock();
    const keyv = open('test', clock.now);
    const store = createKeyValue(place.database, 'test', clock.now);
    await store.set('short', 1, second);
    await store.set('long', 2, hour);
    await store.set('ever', 3);
    expect(await keyv.getMany(['short', 'long', 'ever'])).toEqual([1, 2, 3]);
    clock.pass(second);
    expect(await store.get('short')).toBeUndefined();
    expect(await keyv.has('short')).toBe(false);
    expect(await keyv.hasMany(['short', 'long'])).toEqual([false, true]);
    expect((await entriesOf(keyv)).map(([key]) => key)).toEqual(['ever', 'long']);
    const rows = () => place.database.db.selectFrom('key_values').select('key').orderBy('key').execute();
    expect(await rows()).toHaveLength(3);
    await sweepKeyValues(place.database, clock.now());
    expect((await rows()).map(({ key }) => key)).toEqual(['test:ever', 'test:long']);
    await store.set('short', 4, second);
    expect(await store.get('short')).toBe(4);
    await store.set('short', 5);
    clock.pass(hour);
    expect(await store.get('short')).toBe(5);
  });

  test('Keyv’s own time to live counts from now', async () => {
    const keyv = open('test', () => Date.now() + hour);
    await keyv.set('short', 1, hour - second);
    await keyv.set('long', 1, hour + 10 * second);
    expect(await keyv.hasMany(['short', 'long'])).toEqual([false, true]);
  });

  test('an empty key is refused', async () => {
    const store = createKeyValue(place.database, 'test');
    await expect(store.set('', 1)).rejects.toThrow('refused a write');
    expect(await store.get('')).toBeUndefined();
  });

  test('concurrent takers: each entry goes to one of them', async () => {
    const clock = createClock();
    const store = createKeyValue<number>(place.database, 'test', clock.now);
    await createKeyValue<number>(place.database, 'other').set('a', 9);
    await store.set('gone', 0, second);
    clock.pass(second);
    await store.set('b', 2);
    await store.set('a', 1);
    expect(await store.entries()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect((await Promise.all([1, 2, 3, 4].map(() => store.take('a')))).filter(Boolean)).toHaveLength(1);
    expect(await store.entries()).toEqual([['b', 2]]);
  });

  test('a value that cannot be encoded is refused, and the old one stays', async () => {
    const keyv = open<unknown>();
    await keyv.set('key', 'before');
    const circle: { self?: unknown } = {};
    circle.self = circle;
    await expect(keyv.set('key', circle)).rejects.toThrow();
    await expect(keyv.set('key', Symbol('none'))).rejects.toBeDefined();
    await expect(keyv.setMany([{ key: 'key', value: circle }])).rejects.toThrow();
    expect(await keyv.get('key')).toBe('before');
  });

  test('a value that cannot be decoded is an error', async () => {
    const keyv = open();
    await keyv.set('key', 1);
    await place.database.db.updateTable('key_values').set({ value: '{"value":' }).execute();
    await expect(keyv.get('key')).rejects.toThrow();
    await expect(keyv.getMany(['key'])).rejects.toThrow();
    await expect(entriesOf(keyv)).rejects.toThrow();
  });

  test('the adapter accepts only values that Keyv encoded', async () => {
    const adapter = adapterOf('test');
    await expect(adapter.set('key', { raw: true })).rejects.toThrow(TypeError);
    expect(new Keyv({ store: adapter }).store).toBe(adapter);
  });
});

describe.each(databaseKinds)('small state on a broken %s', (kind) => {
  let made: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    made = await makeDatabase(kind);
  });
  beforeEach(async () => {
    database = await openDatabase(made.settings, { log: quiet });
  });
  afterAll(() => made.remove());

  const calls: [string, (keyv: Keyv) => Promise<unknown>][] = [
    ['get', (keyv) => keyv.get('a')],
    ['get of several', (keyv) => keyv.get(['a', 'b'])],
    ['getMany', (keyv) => keyv.getMany(['a'])],
    ['getRaw', (keyv) => keyv.getRaw('a')],
    ['getManyRaw', (keyv) => keyv.getManyRaw(['a'])],
    ['set', (keyv) => keyv.set('a', 1)],
    ['set with a time to live', (keyv) => keyv.set('a', 1, 1_000)],
    ['setMany', (keyv) => keyv.setMany([{ key: 'a', value: 1 }])],
    ['setRaw', (keyv) => keyv.setRaw('a', { value: 1 })],
    ['setManyRaw', (keyv) => keyv.setManyRaw([{ key: 'a', value: { value: 1 } }])],
    ['delete', (keyv) => keyv.delete('a')],
    ['delete of several', (keyv) => keyv.delete(['a', 'b'])],
    ['deleteMany', (keyv) => keyv.deleteMany(['a'])],
    ['has', (keyv) => keyv.has('a')],
    ['has of several', (keyv) => keyv.has(['a', 'b'])],
    ['hasMany', (keyv) => keyv.hasMany(['a'])],
    ['clear', (keyv) => keyv.clear()],
    ['iterator', (keyv) => entriesOf(keyv)],
  ];

  test('every call throws when the database is closed', async () => {
    const keyv = createKeyv<unknown>(database, 'test');
    await database.close();
    for (const [name, call] of calls) await expect(call(keyv as Keyv), name).rejects.toThrow();
  });

  test('every write throws when the table refuses it, and reads continue', async () => {
    await database.db.deleteFrom('key_values').execute();
    const keyv = createKeyv<unknown>(database, 'test');
    const store = createKeyValue<number>(database, 'test');
    await keyv.set('a', 1);
    const cure = await forbidWrites(database);
    const writes = calls.filter(([name]) => /^(set|delete|clear)/.test(name));
    expect(writes).toHaveLength(9);
    for (const [name, call] of writes) await expect(call(keyv as Keyv), name).rejects.toThrow('no room');
    await expect(store.set('a', 2)).rejects.toThrow('no room');
    await expect(store.delete('a')).rejects.toThrow('no room');
    expect(await store.get('a')).toBe(1);
    await cure();
    await store.set('a', 3);
    expect(await store.get('a')).toBe(3);
    await database.close();
  });
});

async function entriesOf(keyv: Pick<Keyv, 'iterator'>): Promise<unknown[][]> {
  const entries: unknown[][] = [];
  for await (const entry of keyv.iterator()) entries.push([...entry]);
  return entries;
}

/** Real failing writes: the database itself refuses them with "no room". */
async function forbidWrites({ kind, db }: Database): Promise<() => Promise<void>> {
  const { sql } = await import('kysely');
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  const moments = ['insert', 'update', 'delete'];
  if (kind === 'sqlite') {
    await run(
      ...moments.map(
        (moment) =>
          `create trigger full_${moment} before ${moment} on key_values begin select raise(rollback, 'no room'); end`,
      ),
    );
    return () => run(...moments.map((moment) => `drop trigger full_${moment}`));
  }
  await run(
    `create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    `create trigger full_disk before insert or update or delete on key_values for each row execute function full_disk()`,
  );
  return () => run('drop trigger full_disk on key_values', 'drop function full_disk');
}
