import type { Rials } from '#domain/money.ts';
import type { Queries } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';

/** How long a request accepts its slip. Meanwhile other payers get other amounts, as long as some are free. */
export const slipMs = 3 * 24 * 3_600_000;

const requests = (db: Queries) => db.selectFrom('payments').selectAll().where('method', '=', 'card');

/** The request that a person may pay now, or whose slip waits for an owner. */
export const currentRequest = (db: Queries, by: number): Promise<PaymentRow | undefined> =>
  requests(db)
    .where('person_id', '=', by)
    .where((eb) => eb.or([eb('state', 'in', ['asked', 'submitted']), eb('waiting_since', 'is not', null)]))
    .executeTakeFirst();

const mostRequests = 3;

/**
 * The requests that a person's slip may belong to, the likeliest first: the open one, or the latest that expired, were given
 * up or rejected.
 */
export async function requestsForSlip(db: Queries, by: number, now: number): Promise<PaymentRow[]> {
  const current = await currentRequest(db, by);
  if (current) return [current];
  return requests(db)
    .where('person_id', '=', by)
    .where('state', 'in', ['expired', 'refused'])
    .where('created_at', '>', now - slipMs)
    .orderBy('updated_at', 'desc')
    .limit(mostRequests)
    .execute();
}

/** True if another open request asks for the same amount on the same card; an index allows only one. */
export async function isAmountTaken(db: Queries, { id, card_id, amount }: PaymentRow): Promise<boolean> {
  const other = await requests(db)
    .where('card_id', '=', card_id)
    .where('amount', '=', amount)
    .where('state', 'in', ['asked', 'submitted'])
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Amounts whose slip may still come. */
export async function recentAmounts(
  db: Queries,
  {
    cardId,
    from,
    to,
    since,
  }: { readonly cardId: number; readonly from: Rials; readonly to: Rials; readonly since: number },
): Promise<ReadonlySet<Rials>> {
  const rows = await db
    .selectFrom('payments')
    .select('amount')
    .where('method', '=', 'card')
    .where('card_id', '=', cardId)
    .where('amount', '>', from)
    .where('amount', '<=', to)
    .where('created_at', '>', since)
    .execute();
  return new Set(rows.map(({ amount }) => amount));
}
