import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './tables/tables.ts';

export type Transaction = KyselyTransaction<Tables>;
/** Inside or outside of a transaction. */
export type Queries = Kysely<Tables>;

export interface Commits {
  /** Resolves when the result is on disk. `work` must not wait for anything outside the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One statement. */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Statements that need not be stored together. All readers see them, but a power failure may undo them unless the
   * caller awaits `sync` or a later transaction.
   */
  quickWrite<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /** Resolves when everything committed so far is on disk. */
  sync(): Promise<void>;
}
