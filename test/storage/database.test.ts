import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '../support/databases.ts';

describe.each(databaseKinds)('a database on %s', (kind) => {
  let made: TestDatabase;
  afterEach(() => made.remove());

  test('is brought up to date once, however many processes start at the same time', async () => {
    made = await makeDatabase(kind);
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(made.settings, { log: createLog('silent') })));
    const counts = await Promise.all(
      opened.map(({ db }) =>
        db
          .selectFrom('orders')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .execute(),
      ),
    );
    expect(counts).toEqual(opened.map(() => [{ count: 0 }]));
    await Promise.all(opened.map((database) => database.close()));
  });
});
