import { createHash } from 'node:crypto';
import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Queries, Transaction } from './queries.ts';

class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Names of the queries that PostgreSQL plans once for each connection, by their text. A name is a hash of the text, so
 * a connection that another process used never runs a different query. Queries with `*` get no name: a column that a
 * later release adds would change their result, which PostgreSQL refuses.
 */
const statementNames = new Map<string, string>();
const everyColumn = /(?:select |returning |\.)\*/;

export const statementName = (text: unknown): string | undefined => statementNames.get(text as string);

function nameStatement(text: string): void {
  if (!everyColumn.test(text) && !statementNames.has(text))
    statementNames.set(text, `sharj_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** Transactions whose work has ended. */
const over = new WeakSet<object>();

function rejectIfOver(tx: object): void {
  if (over.has(tx)) throw new Error('The transaction has ended.');
}

/** Rejects queries after the work has ended: on SQLite the transaction may go on with other work. */
export async function runTransaction<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const own: Transaction = tx.withPlugin({
    transformQuery: ({ node }) => {
      rejectIfOver(own);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  try {
    return await work(own);
  } finally {
    over.add(own);
  }
}

/**
 * Compiles a query once for each database, because compiling takes longer than SQLite's answer. PostgreSQL also plans it
 * once for each connection, unless it reads `*`. `build` gets placeholders and may only pass them on as parameters: an `if`
 * on a value would see the placeholder.
 *
 * ```ts
 * const walletOf = prepared((db, { personId }: { readonly personId: number }) =>
 *   db.selectFrom('wallets').select('balance').where('person_id', '=', personId),
 * );
 *
 * const [wallet] = await walletOf(database.db, { personId: 7 });
 * ```
 */
export function prepared<Values extends object, Query extends Compilable<unknown>>(
  build: (db: Queries, values: Values) => Query,
): (db: Queries, values: Values) => Promise<InferResult<Query>> {
  const holes = new Proxy({} as Values, { get: (_, name) => new Hole(String(name)) });
  const compiled = new WeakMap<object, CompiledQuery<unknown>>();
  return async (db, values) => {
    rejectIfOver(db);
    const executor = db.getExecutor();
    const { adapter } = executor;
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, holes).compile();
      compiled.set(adapter, query);
      nameStatement(query.sql);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Hole ? values[value.name as keyof Values] : value,
    );
    const bound = { ...query, parameters };
    // `db.executeQuery` would create executors and promises for every statement.
    const { rows } = await executor.provideConnection((connection) => connection.executeQuery(bound));
    return rows as InferResult<Query>;
  };
}
