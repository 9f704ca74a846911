import { describe, expect, test } from 'vitest';
import { prepared } from '#storage/prepared.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { useDatabase } from '#test/support/shop.ts';

const put = prepared((db, { key, value }: { key: string; value: string }) =>
  db
    .insertInto('key_values')
    .values({ key, value, expires_at: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .returning('value'),
);
const following = prepared((db, { key, most }: { key: string; most: number }) =>
  db
    .selectFrom('key_values')
    .select('key')
    .where('key', '>', key)
    .where('expires_at', 'is', null)
    .orderBy('key')
    .limit(most),
);

describe.each(databaseKinds)('a prepared query on %s', (kind) => {
  const opened = useDatabase(kind);

  test('uses the values of each call', async () => {
    const { db } = opened.database;
    expect(await put(db, { key: 'a', value: '1' })).toEqual([{ value: '1' }]);
    expect(await put(db, { key: 'b', value: '2' })).toEqual([{ value: '2' }]);
    expect(await put(db, { key: 'a', value: '3' })).toEqual([{ value: '3' }]);
    expect(await following(db, { key: '', most: 9 })).toEqual([{ key: 'a' }, { key: 'b' }]);
    expect(await following(db, { key: 'a', most: 9 })).toEqual([{ key: 'b' }]);
    expect(await following(db, { key: '', most: 1 })).toEqual([{ key: 'a' }]);
  });

  test('keeps the values of concurrent calls apart', async () => {
    const { db } = opened.database;
    const keys = Array.from({ length: 50 }, (_, at) => `key ${at}`);
    const put50 = await Promise.all(keys.map((key) => put(db, { key, value: key })));
    expect(put50.flat().map(({ value }) => value)).toEqual(keys);
  });

  test('is part of its transaction', async () => {
    const { database } = opened;
    const undone = database.transaction(async (tx) => {
      await put(tx, { key: 'a', value: '1' });
      expect(await following(tx, { key: '', most: 9 })).toEqual([{ key: 'a' }]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await following(database.db, { key: '', most: 9 })).toEqual([]);
  });
});
