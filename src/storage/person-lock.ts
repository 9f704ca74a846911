import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/** Serialises transactions for one person without locking a row. SQLite has only one writer anyway. */
export async function lockPerson({ kind }: Pick<Database, 'kind'>, tx: Transaction, personId: number): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${personId})`.execute(tx);
}
