import { sql } from 'kysely';
import type { Rials } from '../../domain/money.ts';
import type { Queries, Transaction } from '../../storage/database.ts';
import type { LedgerRow } from '../../storage/tables.ts';

export interface Entry {
  /** Unique in the database: the same event, seen twice, moves money once. */
  readonly key: string;
  readonly personId: number;
  readonly kind: LedgerRow['kind'];
  readonly balance: Rials;
  readonly held: Rials;
  readonly orderId: string | null;
  readonly actor: string;
  readonly note: string | null;
  readonly at: number;
}

/** Writes the entry and moves the wallet in step; false when this very entry was written before. */
export async function post(tx: Transaction, entry: Entry): Promise<boolean> {
  await ensureWallet(tx, entry.personId);
  const written = await tx
    .insertInto('ledger')
    .values({
      key: entry.key,
      person_id: entry.personId,
      kind: entry.kind,
      balance_delta: entry.balance,
      held_delta: entry.held,
      balance_after: (eb) =>
        eb
          .selectFrom('wallets')
          .where('person_id', '=', entry.personId)
          .select((wallet) => wallet('balance', '+', entry.balance).as('after')),
      order_id: entry.orderId,
      actor: entry.actor,
      note: entry.note,
      at: entry.at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return false;
  await tx
    .updateTable('wallets')
    .set((eb) => ({ balance: eb('balance', '+', entry.balance), held: eb('held', '+', entry.held) }))
    .where('person_id', '=', entry.personId)
    .execute();
  return true;
}

/** Creates the wallet when there is none, and locks it for the rest of the transaction. */
export async function ensureWallet(tx: Transaction, personId: number): Promise<void> {
  await tx
    .insertInto('wallets')
    .values({ person_id: personId, balance: 0, held: 0, credit_limit: 0 })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ credit_limit: sql.ref('wallets.credit_limit') }),
    )
    .execute();
}

export interface Drift {
  readonly personId: number;
  readonly what: 'balance' | 'held';
  readonly kept: Rials;
  readonly summed: Rials;
}

/** Wallets whose kept sums differ from their ledger. Empty, or something is very wrong. */
export async function findDrift(db: Queries): Promise<Drift[]> {
  const { rows } = await sql<{
    person_id: number;
    balance: number;
    held: number;
    sum_balance: number;
    sum_held: number;
  }>`
    select w.person_id, w.balance, w.held,
      cast(coalesce(sum(l.balance_delta), 0) as bigint) as sum_balance,
      cast(coalesce(sum(l.held_delta), 0) as bigint) as sum_held
    from wallets w left join ledger l on l.person_id = w.person_id
    group by w.person_id, w.balance, w.held
    having w.balance <> coalesce(sum(l.balance_delta), 0) or w.held <> coalesce(sum(l.held_delta), 0)
  `.execute(db);
  return rows.flatMap((row): Drift[] => [
    ...(row.balance === row.sum_balance ? [] : [drift(row.person_id, 'balance', row.balance, row.sum_balance)]),
    ...(row.held === row.sum_held ? [] : [drift(row.person_id, 'held', row.held, row.sum_held)]),
  ]);
}

const drift = (personId: number, what: Drift['what'], kept: Rials, summed: Rials): Drift => ({
  personId,
  what,
  kept,
  summed,
});
