import { type RawBuilder, sql } from 'kysely';
import type { Rials } from '#domain/money.ts';
import { openAmount } from '#domain/settlement.ts';
import { alertKey } from '#shop/base/alerts/alerts.ts';
import type { Queries } from '#storage/database.ts';
import type { SettlementRow } from '#storage/tables/earning.ts';

interface Moved {
  readonly bought: Rials;
  /** Negative if more was taken than came in. */
  readonly paid: number;
}

const sum = (amount: RawBuilder<unknown>) => sql<number>`cast(coalesce(sum(${amount}), 0) as bigint)`;

/**
 * What moved since a ledger entry. Bought: the purchases since then without reversed ones. Paid: everything else. So money
 * that was taken away pays nothing, and the reversal of an older purchase counts as paid. The debt grew by the difference.
 */
export async function movedSince(on: Queries, personId: number, entryId: number): Promise<Moved> {
  const isPurchase = sql`(entry.kind = 'capture' or capture.id > ${entryId})`;
  return on
    .selectFrom('ledger as entry')
    .leftJoin('ledger as capture', (join) =>
      join.on('entry.kind', '=', 'reversal').on('capture.key', '=', sql<string>`'capture:' || entry.order_id`),
    )
    .select([
      sum(sql`case when ${isPurchase} then -entry.balance_delta else 0 end`).as('bought'),
      sum(sql`case when ${isPurchase} then 0 else entry.balance_delta end`).as('paid'),
    ])
    .where('entry.person_id', '=', personId)
    .where('entry.id', '>', entryId)
    .executeTakeFirstOrThrow();
}

/** The id of a person's newest entry, or of the newest before a time; 0 without entries. */
export async function newestEntry(on: Queries, personId: number, before?: number): Promise<number> {
  const { id } = await on
    .selectFrom('ledger')
    .select(sql<number>`cast(coalesce(max(id), 0) as bigint)`.as('id'))
    .where('person_id', '=', personId)
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? 0))
    .executeTakeFirstOrThrow();
  return id;
}

/** The unpaid part of a statement. */
export async function openOf(on: Queries, row: SettlementRow): Promise<Rials> {
  const { paid } = await movedSince(on, row.person_id, row.ledger_id);
  return openAmount(row.owed, paid);
}

/** Identifies one opening of a statement, so that each notice is sent once. */
export const openingOf = ({ id, created_at }: Pick<SettlementRow, 'id' | 'created_at'>) => `${id}:${created_at}`;

/** When the grace period begins: the agent got the statement or could not be reached. Null if neither happened yet. */
export async function graceEndOf(on: Queries, row: SettlementRow): Promise<number | null> {
  const news = [alertKey('settlement-due', row.id), alertKey('settlement-reopened', openingOf(row))];
  const alert = await on
    .selectFrom('alerts')
    .select('done_at')
    .where('owner_id', '=', row.person_id)
    .where('key', 'in', news)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const toldAt = alert ? alert.done_at : row.created_at;
  return toldAt === null ? null : toldAt + graceOf(row);
}

export const graceOf = ({ grace_ends_at, created_at }: Pick<SettlementRow, 'grace_ends_at' | 'created_at'>): number =>
  Math.max(0, grace_ends_at - created_at);
