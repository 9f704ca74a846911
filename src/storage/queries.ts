import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Transaction = KyselyTransaction<Tables>;
/** A query runs the same on its own and inside a transaction. */
export type Queries = Kysely<Tables>;

/** How things are written so that they stay. */
export interface Commits {
  /** All of it or none of it. Nothing in `work` may wait for the outside world. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One statement that need not be in a transaction, and may share another's commit. */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
}
