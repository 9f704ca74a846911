import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { isNamed, namedTables, type Operation, type Step } from './points.ts';

/** Does the work of a step, or dies before or after it. */
export type Watch = <T>(step: Step, task: Task<T>) => Promise<T>;

export interface Task<T> {
  readonly work: () => Promise<T>;
  /** Whether the work did anything: a claim without rows is not worth dying after. */
  readonly counts?: (result: T) => boolean;
}

/** Sits between the shop's queries and the driver: every write and every commit goes through `watch` by its name. */
export function watchDialect(dialect: Dialect, watch: Watch): Dialect {
  return {
    createDriver: () => watchDriver(dialect.createDriver(), watch),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

const touchedRows = ({ rows, numAffectedRows }: QueryResult<unknown>) =>
  rows.length > 0 || (numAffectedRows ?? 0n) > 0n;

/** `outage`: the gateway answers again, and every waiting order is due. `recall`: the clock was ahead. */
type Unnamed = 'other' | 'release' | 'outage' | 'recall';

interface Watched {
  readonly inner: DatabaseConnection;
  /**
   * Null outside a transaction; inside one, its first recognised write names it. On SQLite several share one: the last of them that commits names its
   * end.
   */
  transaction: { operation: Operation | Unnamed; ending: Operation | Unnamed } | null;
}

/** Whether the operation ends with a commit; the others are one statement. */
const hasCommit = (operation: Operation | Unnamed): boolean => isNamed(`${operation}: commit`);

function watchDriver(driver: Driver, watch: Watch): Driver {
  const connections = new WeakMap<DatabaseConnection, Watched>();
  const watched = (connection: DatabaseConnection): Watched => {
    const found = connections.get(connection);
    if (!found) throw new Error('This connection was not acquired here.');
    return found;
  };

  function wrap(inner: DatabaseConnection): DatabaseConnection {
    const state: Watched = { inner, transaction: null };
    const connection: DatabaseConnection = {
      executeQuery: <R>(query: CompiledQuery) => {
        const work = () => inner.executeQuery<R>(query);
        if (state.transaction && /^(savepoint|release)/.test(query.sql)) state.transaction.operation = 'other';
        const step = stepOf(query, state);
        return step ? watch<QueryResult<R>>(step, { work, counts: touchedRows }) : work();
      },
      streamQuery: inner.streamQuery.bind(inner),
    };
    connections.set(connection, state);
    return connection;
  }

  return {
    init: () => driver.init(),
    acquireConnection: async () => wrap(await driver.acquireConnection()),
    beginTransaction: async (connection, settings) => {
      const state = watched(connection);
      await driver.beginTransaction(state.inner, settings);
      state.transaction = { operation: 'other', ending: 'other' };
    },
    commitTransaction: async (connection) => {
      const state = watched(connection);
      const { ending = 'other' } = state.transaction ?? {};
      state.transaction = null;
      const commit = () => driver.commitTransaction(state.inner);
      await (ending === 'other' ? commit() : watch(`${ending}: commit`, { work: commit }));
    },
    rollbackTransaction: async (connection) => {
      const state = watched(connection);
      state.transaction = null;
      await driver.rollbackTransaction(state.inner);
    },
    releaseConnection: (connection) => driver.releaseConnection(watched(connection).inner),
    destroy: () => driver.destroy(),
  };
}

interface Written {
  readonly verb: string;
  readonly table: string;
  readonly set: string;
  readonly parameters: ReadonlySet<unknown>;
  /** The step of the transaction so far. */
  readonly before: Operation | Unnamed;
}

function stepOf({ sql, parameters }: CompiledQuery, { transaction }: Watched): Step | null {
  const [, verb, table] =
    /^\s*(?:with "?\w+"? as \(\s*)?(insert|update|delete) (?:into |from )?(?:"public"\.)?"?(\w+)\b/.exec(sql) ?? [];
  if (!verb || !table || !namedTables.has(table)) return null;
  // A quote may expire older ones, which involves no money.
  if (table === 'orders' && parameters.includes('expired')) return null;
  const set = /" set (.*?) where /s.exec(sql)?.[1] ?? '';
  const before = transaction && hasCommit(transaction.operation) ? transaction.operation : 'other';
  const operation = sceneOf({ verb, table, set, parameters: new Set(parameters), before });
  if (!transaction) return operation ? `${operation}: ${verb} ${table}` : `alone: ${verb} ${table}`;
  // A payment locks the order a second time.
  if (!(operation === 'lock' && before === 'pay')) transaction.operation = operation ?? before;
  if (hasCommit(transaction.operation)) transaction.ending = transaction.operation;
  // Grants and the like move money without an order.
  if (transaction.operation === 'other' && table !== 'orders') return null;
  return `${transaction.operation}: ${verb} ${table}`;
}

/** Recognises the step by what is written; null if it belongs to the previous step. */
function sceneOf({ verb, table, set, parameters, before }: Written): Operation | Unnamed | null {
  switch (`${verb} ${table}`) {
    case 'insert orders':
      return 'quote';
    case 'update orders':
      return orderScene(set, parameters);
    case 'insert ledger':
      return parameters.has('payment') ? 'pay' : null;
    case 'insert inbox':
      return 'receive';
    case 'update inbox':
      return inboxScene(set);
    case 'insert chats':
      return 'lease';
    case 'update chats':
      if (set.startsWith('"lease_until"')) return 'release';
      return set.includes('"lease_until"') ? 'finish' : null;
    case 'insert receipt_jobs':
      return before === 'other' ? 'track' : null;
    case 'update receipt_jobs':
      return receiptScene(set);
    case 'update order_messages':
      return before === 'other' ? 'receipt shown' : null;
    default:
      return null;
  }
}

function orderScene(set: string, parameters: ReadonlySet<unknown>): Operation | Unnamed | null {
  if (set.includes('"attempts"')) return set.includes('"lease_until"') ? 'claim' : 'outage';
  if (set.startsWith('"next_attempt_at"') && !set.includes('"outcome"')) return 'recall';
  if (!set.includes('"state"')) return 'postpone';
  if (set === '"state" = "state"') return 'lock';
  if (parameters.has('delivered') || parameters.has('rejected')) return 'end';
  if (parameters.has('review')) return 'review';
  if (parameters.has('cancelled')) return 'cancel';
  if (parameters.has('unsure')) return 'unsure';
  return parameters.has('confirmed') ? 'confirm' : null;
}

function inboxScene(set: string): Operation | null {
  if (set.includes('"payload"')) return 'finish';
  if (set.includes('"next_attempt_at"')) return 'try later';
  return set.includes('"attempts"') ? 'retry' : null;
}

function receiptScene(set: string): Operation {
  if (set.includes('"attempts"')) return 'receipt claim';
  if (set.includes('"told"')) return 'receipt done';
  return set.includes('"next_attempt_at"') ? 'receipt later' : 'untrack';
}
