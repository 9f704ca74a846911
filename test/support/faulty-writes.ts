import type { DatabaseConnection, Dialect } from 'kysely';

export interface FaultyWrites {
  readonly wrap: (dialect: Dialect) => Dialect;
  /** Lets so many writes through, counted from now, and breaks the next one: undone, or done without a word. */
  breakAfter(writes: number, when: 'before' | 'after'): void;
  /** Writes seen since then. */
  seen(): number;
}

const isWrite = (sql: string) => /^(insert|update|delete|commit|begin)/i.test(sql);

/** Stands where the driver speaks to the database: a write, a begin or a commit fails on demand. */
export function createFaultyWrites(): FaultyWrites {
  const patched = new WeakSet<DatabaseConnection>();
  let count = 0;
  let breaking = Number.POSITIVE_INFINITY;
  let moment: 'before' | 'after' = 'before';

  function patch(connection: DatabaseConnection): DatabaseConnection {
    if (patched.has(connection)) return connection;
    patched.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, options) => {
      const broken = isWrite(query.sql) && count++ === breaking;
      if (broken && moment === 'before') throw new Error('no room on the disk');
      const result = await execute(query, options);
      if (broken) throw new Error('connection lost after the write');
      return result as never;
    };
    return connection;
  }

  return {
    wrap: (dialect) => ({
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createDriver: () => {
        const driver = dialect.createDriver();
        const acquire = driver.acquireConnection.bind(driver);
        driver.acquireConnection = async (options) => patch(await acquire(options));
        return driver;
      },
    }),
    breakAfter: (writes, when) => {
      count = 0;
      breaking = writes;
      moment = when;
    },
    seen: () => count,
  };
}
