import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Transaction = KyselyTransaction<Tables>;
/** Inside or outside of a transaction. */
export type Queries = Kysely<Tables>;

export interface Commits {
  /** `work` must not wait for anything outside the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One statement, which may share a commit with others. */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
}
