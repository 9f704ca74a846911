import { constants } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from '#storage/prepared.ts';
import type { Queries } from '#storage/queries.ts';
import { createSqliteDialect, openSqlite } from '#storage/sqlite.ts';
import type { Tables } from '#storage/tables/tables.ts';

const following = prepared((db, { key, most }: { key: string; most: number }) =>
  db.selectFrom('key_values').select('key').where('key', '>', key).orderBy('key').limit(most),
);
const queries: Readonly<Record<string, (db: Queries, most: number) => Promise<readonly { key: string }[]>>> = {
  'a prepared query': (db, most) => following(db, { key: '', most }),
  'a query with a number': (db) => db.selectFrom('key_values').select('key').orderBy('key').limit(2).execute(),
};

test.each(Object.keys(queries))('SQLite plans %s with a limit only once', async (name) => {
  const sqlite = openSqlite(':memory:');
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, 0) });
  sqlite.exec("create table key_values (key text primary key); insert into key_values values ('a'), ('b'), ('c')");
  const run = (most: number) => queries[name]?.(db, most);
  let plans = 0;
  sqlite.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) plans += 1;
    return constants.SQLITE_OK;
  });

  expect(await run(2)).toEqual([{ key: 'a' }, { key: 'b' }]);
  await run(2);
  await run(1);
  expect(plans).toBe(1);
  await db.destroy();
});
