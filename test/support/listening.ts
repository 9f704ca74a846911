import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely';

type Execute = () => Promise<QueryResult<unknown>>;

/** The dialect with an interceptor for every query. */
export function between(
  dialect: Dialect,
  stand: (query: CompiledQuery, execute: Execute) => Promise<QueryResult<unknown>>,
): Dialect {
  // A pool returns the same connection again.
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
        connection.executeQuery = (query, more) => stand(query, () => execute(query, more)) as never;
        return connection;
      };
      return driver;
    },
  };
}

/** The dialect with a listener for every query. */
export const listening = (dialect: Dialect, heard: (query: CompiledQuery) => void): Dialect =>
  between(dialect, (query, execute) => {
    heard(query);
    return execute();
  });
