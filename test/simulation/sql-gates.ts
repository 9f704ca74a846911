import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import { gate } from './kernel/gates.ts';

const isWrite = /^\s*(insert|update|delete|with|savepoint|release)/i;

/** `insert orders`. */
const nameOf = (sql: string): string => /^\s*(\w+)(?:\s+(?:into|from))?\s+"?(\w*)/.exec(sql)?.slice(1).join(' ') ?? sql;

const names = new Map<string, string>();

function knownName(sql: string): string {
  const known = names.get(sql) ?? nameOf(sql);
  names.set(sql, known);
  return known;
}

const valuesOf = ({ parameters }: CompiledQuery): string =>
  JSON.stringify(parameters, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Each statement, commit and rollback is a gate before it, and one after it if it wrote. */
export const gatedDialect = (dialect: Dialect): Dialect => ({
  createDriver: () => gatedDriver(dialect.createDriver()),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

function gatedDriver(driver: Driver): Driver {
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const realOf = (gated: DatabaseConnection) => inner.get(gated) as DatabaseConnection;

  function gatedConnection(real: DatabaseConnection): DatabaseConnection {
    const gated: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery) => {
        const name = knownName(query.sql);
        await gate(`sql ${name} ${valuesOf(query)}`);
        const result = await real.executeQuery<R>(query);
        if (isWrite.test(query.sql)) await gate(`done ${name} ${result.numAffectedRows ?? result.rows.length}`);
        return result;
      },
      streamQuery: real.streamQuery.bind(real),
    };
    inner.set(gated, real);
    return gated;
  }

  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      await gate('acquire');
      return gatedConnection(await driver.acquireConnection());
    },
    beginTransaction: async (gated, settings) => {
      await gate('begin');
      await driver.beginTransaction(realOf(gated), settings);
    },
    commitTransaction: async (gated) => {
      await gate('commit');
      await driver.commitTransaction(realOf(gated));
      await gate('committed');
    },
    rollbackTransaction: async (gated) => {
      await gate('rollback');
      await driver.rollbackTransaction(realOf(gated));
    },
    releaseConnection: (gated) => driver.releaseConnection(realOf(gated)),
    destroy: () => driver.destroy(),
  };
}
