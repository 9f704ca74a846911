import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** The process dies at this step: the nth write, call or message. */
export interface Kill {
  readonly nth: number;
  readonly when: 'before' | 'after';
  /** The process sleeps instead, until it is woken. */
  readonly isFreeze?: boolean;
}

const isWrite = ({ sql: text }: CompiledQuery): boolean => /^\s*(insert|update|delete)\b/i.test(text);

/** Counts the steps of a process and kills or freezes it at one of them. */
export function createKillSteps(kill: Kill | null, onFreeze: () => void = () => undefined) {
  let steps = 0;
  let isOn = false;
  let hasSlept = false;

  function reach(when: Kill['when'], nth: number): void {
    if (kill?.nth !== nth || kill.when !== when) return;
    if (kill.isFreeze) {
      if (hasSlept) return;
      hasSlept = true;
      onFreeze();
      process.kill(process.pid, 'SIGSTOP');
      return;
    }
    process.kill(process.pid, 'SIGKILL');
    // Nothing may run after this, even if the signal is slow.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }

  async function step<T>(work: () => Promise<T>): Promise<T> {
    if (!isOn) return work();
    steps += 1;
    const nth = steps;
    reach('before', nth);
    const result = await work();
    reach('after', nth);
    return result;
  }

  /** Counts a write, except a claim that finds nothing: those never end. */
  async function writeStep<R>(query: CompiledQuery, run: () => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    if (!isWrite(query) || !isOn) return run();
    reach('before', steps + 1);
    const result = await run();
    if (result.rows.length === 0 && (result.numAffectedRows ?? 0n) === 0n) return result;
    // Other connections write at the same time.
    steps += 1;
    reach('after', steps);
    return result;
  }

  function wrap(dialect: Dialect): Dialect {
    const counting = (inner: DatabaseConnection): DatabaseConnection => ({
      executeQuery: <R>(query: CompiledQuery) => writeStep<R>(query, () => inner.executeQuery<R>(query)),
      streamQuery: inner.streamQuery.bind(inner),
    });
    const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
    const createDriver = (): Driver => {
      const driver = dialect.createDriver();
      const own = (connection: DatabaseConnection) => inner.get(connection) ?? connection;
      return {
        init: () => driver.init(),
        acquireConnection: async () => {
          const connection = await driver.acquireConnection();
          const wrapped = counting(connection);
          inner.set(wrapped, connection);
          return wrapped;
        },
        beginTransaction: (connection, settings) => driver.beginTransaction(own(connection), settings),
        commitTransaction: (connection) => step(() => driver.commitTransaction(own(connection))),
        rollbackTransaction: (connection) => driver.rollbackTransaction(own(connection)),
        releaseConnection: (connection) => driver.releaseConnection(own(connection)),
        destroy: () => driver.destroy(),
      };
    };
    return {
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createDriver,
    };
  }

  return {
    step,
    wrap,
    count: () => steps,
    /** Counting begins with the story, after its preparations. */
    switchOn: (on: boolean) => {
      isOn = on;
    },
  };
}
