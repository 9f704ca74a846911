import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/**
 * From here to the end of the transaction nobody else is in such a transaction for the same person. Locks no row, so it
 * cannot stand in the way of those that do. SQLite lets one writer in at a time anyway.
 */
export async function lockPerson({ kind }: Pick<Database, 'kind'>, tx: Transaction, personId: number): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${personId})`.execute(tx);
}
