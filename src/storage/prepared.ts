import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Queries, Transaction } from './queries.ts';

/** Placeholder for a value that is given later. */
class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Transactions whose work is done, though the one that they shared a commit with may go on. */
const over = new WeakSet<object>();

/** Runs the work of a transaction. Queries after it has ended are rejected: its connection may be another one's by then. */
export async function whileOpen<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await work(tx);
  } finally {
    over.add(tx);
  }
}

/**
 * A query that is compiled once for each database: compiling costs more than SQLite needs to answer it. `build` gets
 * placeholders instead of values: it may pass them on as parameters, and must not look at them.
 */
export function prepared<Values extends object, Query extends Compilable<unknown>>(
  build: (db: Queries, values: Values) => Query,
): (db: Queries, values: Values) => Promise<InferResult<Query>> {
  const holes = new Proxy({} as Values, { get: (_, name) => new Hole(String(name)) });
  const compiled = new WeakMap<object, CompiledQuery<unknown>>();
  return async (db, values) => {
    if (over.has(db)) throw new Error('This transaction is over.');
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, holes).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Hole ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery({ ...query, parameters })).rows as InferResult<Query>;
  };
}
