import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Queries, Transaction } from './queries.ts';

/** Stands in a query for a value that is given later. */
class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Answers within the call. Null: not now, ask the usual way. */
export type OnTheSpot = (
  query: CompiledQuery,
  parameters: readonly unknown[],
  inTransaction: boolean,
) => unknown[] | null;

const notHere: OnTheSpot = () => null;

/** By a database's adapter, which its transactions share. */
const spots = new WeakMap<object, OnTheSpot>();

export function answerOnTheSpot(db: Queries, answer: OnTheSpot): void {
  spots.set(db.getExecutor().adapter, answer);
}

/** Transactions whose work is done, though the one that they shared a commit with may go on. */
const over = new WeakSet<object>();

/** Runs the work of a transaction. Who keeps it longer than that would ask in the middle of somebody else's. */
export async function whileOpen<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await work(tx);
  } finally {
    over.add(tx);
  }
}

/**
 * A query that is built once and asked many times: putting its words together costs more than SQLite needs to answer it.
 * What `build` is given are stand-ins for the values: they may be passed on as parameters, and not be looked at.
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
    const answer = spots.get(adapter) ?? notHere;
    const rows = answer(query, parameters, db.isTransaction);
    if (rows !== null) return rows as InferResult<Query>;
    return (await db.executeQuery({ ...query, parameters })).rows as InferResult<Query>;
  };
}
