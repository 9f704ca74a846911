import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely';

/** The same dialect, and every query that goes through it is heard. */
export function listening(dialect: Dialect, heard: (query: CompiledQuery) => void): Dialect {
  // A pool gives the same connection out again.
  const known = new WeakSet<DatabaseConnection>();
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async (options) => {
        const connection = await acquire(options);
        if (known.has(connection)) return connection;
        known.add(connection);
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = (query, more) => {
          heard(query);
          return execute(query, more) as never;
        };
        return connection;
      };
      return driver;
    },
  };
}
