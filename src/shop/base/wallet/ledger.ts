import { sql } from 'kysely';
import type { LedgerMismatch, Rials } from '#domain/money.ts';
import type { Queries, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { LedgerRow, WalletRow } from '#storage/tables/tables.ts';

export interface LedgerEntry {
  /** Unique, so that the same event moves money once. */
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

interface WrittenEntry extends LedgerEntry {
  readonly balanceAfter: number;
}

const writeEntry = prepared((db, entry: WrittenEntry) =>
  db
    .insertInto('ledger')
    .values({
      key: entry.key,
      person_id: entry.personId,
      kind: entry.kind,
      balance_delta: entry.balance,
      held_delta: entry.held,
      balance_after: entry.balanceAfter,
      order_id: entry.orderId,
      actor: entry.actor,
      note: entry.note,
      at: entry.at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id'),
);

const moveWallet = prepared((db, { personId, balance, held }: Pick<LedgerEntry, 'personId' | 'balance' | 'held'>) =>
  db
    .updateTable('wallets')
    .set((eb) => ({ balance: eb('balance', '+', balance), held: eb('held', '+', held) }))
    .where('person_id', '=', personId)
    .returning('balance'),
);

const lockWallet = prepared((db, { personId }: Pick<LedgerEntry, 'personId'>) =>
  db
    .insertInto('wallets')
    .values({ person_id: personId, balance: 0, held: 0, credit_limit: 0 })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ credit_limit: sql.ref('wallets.credit_limit') }),
    )
    .returningAll(),
);

/** False if this entry already exists. */
export async function post(tx: Transaction, entry: LedgerEntry): Promise<boolean> {
  let [wallet] = await moveWallet(tx, entry);
  if (!wallet) {
    await ensureWallet(tx, entry.personId);
    [wallet] = await moveWallet(tx, entry);
  }
  const [written] = await writeEntry(tx, { ...entry, balanceAfter: wallet?.balance ?? 0 });
  if (!written) {
    await moveWallet(tx, { personId: entry.personId, balance: -entry.balance, held: -entry.held });
    return false;
  }
  if (entry.balance > entry.held) await wakeCyclesShortOfMoney(tx, entry.personId);
  // Taken money may have paid a statement.
  if (entry.balance < 0 && entry.kind !== 'capture')
    await recheckPaidStatements(tx).where('person_id', '=', entry.personId).execute();
  return true;
}

/** False if nothing changed. */
export async function setCreditLimit(tx: Transaction, personId: number, limit: Rials): Promise<boolean> {
  await ensureWallet(tx, personId);
  const changed = await tx
    .updateTable('wallets')
    .set({ credit_limit: limit })
    .where('person_id', '=', personId)
    .where('credit_limit', '<>', limit)
    .returning('person_id')
    .executeTakeFirst();
  if (!changed) return false;
  await wakeCyclesShortOfMoney(tx, personId);
  return true;
}

/** Creates the wallet if it is missing, and locks it. */
export async function ensureWallet(tx: Transaction, personId: number): Promise<WalletRow> {
  const [wallet] = await lockWallet(tx, { personId });
  if (!wallet) throw new Error('A wallet was neither found nor written.');
  return wallet;
}

/** `after` is exclusive. */
interface PersonRange {
  readonly after: number;
  readonly to: number;
}

const everyone: PersonRange = { after: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** Wallets whose sums differ from their ledger, including missing wallets. */
export async function findLedgerMismatches(
  db: Queries,
  { after, to }: PersonRange = everyone,
): Promise<LedgerMismatch[]> {
  const within = sql`person_id > ${after} and person_id <= ${to}`;
  const { rows } = await sql<{
    person_id: number;
    balance: number;
    held: number;
    sum_balance: number;
    sum_held: number;
  }>`
    with summed as (
      select person_id, cast(sum(balance_delta) as bigint) as balance, cast(sum(held_delta) as bigint) as held
      from ${sql.table('ledger')} where ${within} group by person_id
    ), kept as (
      select person_id, balance, held from ${sql.table('wallets')} where ${within}
    ), compared as (
      select coalesce(w.person_id, s.person_id) as person_id,
        coalesce(w.balance, 0) as balance, coalesce(w.held, 0) as held,
        coalesce(s.balance, 0) as sum_balance, coalesce(s.held, 0) as sum_held
      from kept w full join summed s on s.person_id = w.person_id
    )
    select * from compared where balance <> sum_balance or held <> sum_held order by person_id
  `.execute(db);
  return rows.flatMap((row): LedgerMismatch[] => [
    ...(row.balance === row.sum_balance ? [] : [mismatchOf(row.person_id, 'balance', row.balance, row.sum_balance)]),
    ...(row.held === row.sum_held ? [] : [mismatchOf(row.person_id, 'held', row.held, row.sum_held)]),
  ]);
}

const mismatchOf = (personId: number, what: LedgerMismatch['what'], kept: Rials, summed: Rials): LedgerMismatch => {
  return { personId, what, kept, summed };
};

const isLast = sql<boolean>`not exists (
  select 1 from ${sql.table('settlements')} as later where later.person_id = settlements.person_id and later.id > settlements.id
)`;

/** Wakes the settlement worker for recently paid statements, because moved money may leave one unpaid again. */
export const recheckPaidStatements = (db: Queries) =>
  db.updateTable('settlements').set({ ended_at: null, next_attempt_at: 0 }).where('state', '=', 'paid').where(isLast);

const wake = prepared((db, { personId }: { readonly personId: number }) =>
  db
    .updateTable('plan_cycles')
    .set({ next_attempt_at: sql.lit(0) })
    .where('person_id', '=', personId)
    .where(sql<boolean>`state = 'waiting'`)
    .where(sql<boolean>`problem = 'money'`),
);

/** Retries plans that lacked money. Runs in the transaction that gives or lends it, with the wallet locked. */
export async function wakeCyclesShortOfMoney(tx: Transaction, personId: number): Promise<void> {
  await wake(tx, { personId });
}
