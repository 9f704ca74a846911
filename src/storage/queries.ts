import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './tables/tables.ts';

export type Transaction = KyselyTransaction<Tables>;
/** Inside or outside of a transaction. */
export type Queries = Kysely<Tables>;

export interface Commits {
  /** `work` must not wait for anything outside the database. Resolves when the disk has it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One statement. */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Statements of which each may stand without the next. Seen by all readers, but a power failure may undo them unless
   * `sync` or a later transaction was waited for.
   */
  quickWrite<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /** Resolves when the disk has everything that was committed. */
  sync(): Promise<void>;
}
