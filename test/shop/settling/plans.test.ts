import { CompiledQuery as Compiled, type CompiledQuery, type DatabaseConnection, type Dialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readFacts } from '../../../src/shop/reports/facts.ts';
import { claimOrders, claimReceipts } from '../../../src/shop/settling/claims.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { quiet } from '../../support/shop.ts';

/** Notes what is asked of the database. */
function noting(asked: CompiledQuery[]) {
  const patched = new WeakSet<DatabaseConnection>();
  return (dialect: Dialect): Dialect => ({
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async (options) => {
        const connection = await acquire(options);
        if (patched.has(connection)) return connection;
        patched.add(connection);
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = (query, more) => {
          asked.push(query);
          return execute(query, more) as never;
        };
        return connection;
      };
      return driver;
    },
  });
}

test('what runs all day reads open orders alone, however many have ended', async () => {
  const asked: CompiledQuery[] = [];
  const database = await openDatabase({ kind: 'sqlite', file: ':memory:' }, { log: quiet, wrap: noting(asked) });
  onTestFinished(() => database.close());
  asked.length = 0;
  await claimOrders(database, { now: 5, leaseMs: 5, limit: 5 });
  await claimReceipts(database, { now: 5, leaseMs: 5, limit: 5 });
  await readFacts(database, 5);
  const queries = asked.filter(({ sql }) => /"(orders|receipts)"/.test(sql));
  expect(queries).toHaveLength(7);
  for (const { sql, parameters } of queries) {
    const plan = await database.db.executeQuery<{ detail: string }>(
      Compiled.raw(`explain query plan ${sql}`, [...parameters]),
    );
    const details = plan.rows.map(({ detail }) => detail);
    // A scan is fine over an index that holds open rows only.
    expect(details.filter((detail) => /^SCAN (orders|receipts)(?! USING (COVERING )?INDEX)/.test(detail))).toEqual([]);
  }
});
