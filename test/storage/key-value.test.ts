import { describe, expect, test } from 'vitest';
import { createKeyValue } from '#storage/key-value.ts';
import { sweepKeyValues } from '#storage/keyv-adapter.ts';
import { createClock, hour, second } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the key-value store on %s', (kind) => {
  const place = useDatabase(kind);
  const open = <T = unknown>(namespace = 'test', now?: () => number) =>
    createKeyValue<T>(place.database, namespace, now);

  test.each([null, false, 0, '', [], {}, 'متن', { deep: [1, { two: null }] }, 'ب'.repeat(500_000)])(
    'a stored value is read unchanged, replaced and deleted',
    async (value) => {
      const store = open();
      expect(await store.get('a')).toBeUndefined();
      await store.set('a', 'before');
      await store.set('a', value);
      expect(await store.get('a')).toEqual(value);
      await store.delete('a');
      expect(await store.get('a')).toBeUndefined();
    },
  );

  test('long keys and keys with special characters stay apart', async () => {
    const odd = [':', 'a:b', '%', '_', "'; drop table key_values; --", 'new\nline', 'کلید فارسی', '😀'];
    const keys = [...odd, '\u2066isolated\u2069', 'x'.repeat(1_500), 'ک'.repeat(700)];
    const store = open<string>();
    for (const key of keys) await store.set(key, `of ${key}`);
    for (const key of keys) expect(await store.get(key)).toBe(`of ${key}`);
    expect(new Map(await store.entries())).toEqual(new Map(keys.map((key) => [key, `of ${key}`])));
  });

  test('namespaces stay apart, even if one is a prefix of another', async () => {
    const names = ['a', 'ab', 'a:b', 'a%3Ab', 'a;', 'A', '', 'فا'];
    for (const name of names) await open(name).set('b:c', name);
    for (const name of names) expect(await open(name).entries()).toEqual([['b:c', name]]);
    await open('a').delete('b:c');
    expect(await open('a:b').get('b:c')).toBe('a:b');
  });

  test('an expired entry is invisible until the expiry worker deletes it', async () => {
    const clock = createClock();
    const store = open('test', clock.now);
    await store.set('short', 1, second);
    await store.set('long', 2, hour);
    await store.set('ever', 3);
    expect(await store.get('short')).toBe(1);
    clock.pass(second);
    expect(await store.get('short')).toBeUndefined();
    expect(await store.entries()).toEqual([
      ['ever', 3],
      ['long', 2],
    ]);
    const rows = () => place.database.db.selectFrom('key_values').select('key').orderBy('key').execute();
    expect(await rows()).toHaveLength(3);
    await sweepKeyValues(place.database, clock.now());
    expect((await rows()).map(({ key }) => key)).toEqual(['test:ever', 'test:long']);
    await store.set('long', 5);
    clock.pass(hour);
    expect(await store.get('long')).toBe(5);
  });

  test('one of several concurrent takers gets the entry', async () => {
    const store = open<number>();
    await open<number>('other').set('a', 9);
    await store.set('a', 1);
    expect((await Promise.all([1, 2, 3, 4].map(() => store.take('a')))).filter(Boolean)).toHaveLength(1);
    expect(await open<number>('other').get('a')).toBe(9);
  });

  test('a value that cannot be encoded or decoded and an empty key are errors', async () => {
    const store = open();
    await store.set('key', 'before');
    const circle: { self?: unknown } = {};
    circle.self = circle;
    await expect(store.set('key', circle)).rejects.toThrow();
    expect(await store.get('key')).toBe('before');
    await expect(store.set('', 1)).rejects.toThrow('refused a write');
    await place.database.db.updateTable('key_values').set({ value: '{"value":' }).execute();
    await expect(store.get('key')).rejects.toThrow();
    await expect(store.entries()).rejects.toThrow();
  });

  test('every call throws when the database fails', async () => {
    const store = open();
    await place.database.close();
    for (const call of [store.get('a'), store.set('a', 1), store.delete('a'), store.take('a'), store.entries()])
      await expect(call).rejects.toThrow();
  });
});
