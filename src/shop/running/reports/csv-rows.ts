import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { type Days, startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { type PaidOrder, paidOrder, withPaid } from '#shop/base/wallet/wallet.ts';
import { type Order, orderOf } from '#shop/buying/orders/order.ts';
import { type Payment, paymentOf } from '#shop/money/payments/payment.ts';
import { cycleOf, type Plan, type PlanCycle, planOf } from '#shop/returning/plans/plan.ts';
import type { Database } from '#storage/database.ts';
import type { PlanCycleRow } from '#storage/tables/plan.ts';
import type { LedgerRow } from '#storage/tables/tables.ts';

export interface CsvOrder extends Order {
  readonly confirmedAt: number;
  readonly sellerName: string;
}

export interface CsvMovement extends Pick<LedgerRow, 'at' | 'kind' | 'balance_delta' | 'balance_after' | 'note'> {
  readonly paid: PaidOrder | null;
}

export interface CsvPayment extends Payment {
  readonly endedAt: number;
  readonly payerName: string;
  /** Code of the order that it paid for. */
  readonly code: string | null;
}

export interface CsvCycle extends Pick<PlanCycle, 'day' | 'state' | 'problem'> {
  readonly plan: Plan;
  readonly personName: string;
  /** Code of the order. */
  readonly code: string | null;
  /** What was paid for it; null if it was not delivered or was reversed. */
  readonly charge: Rials | null;
}

const pageSize = 200;

/** Reads by key, so that every page costs the same and other queries run in between. */
async function* pages<Row, Key>(
  first: Key,
  read: (after: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  let last = first;
  for (;;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < pageSize) return;
    last = keyOf(end);
    await setImmediate();
  }
}

type TimeAndId = readonly [number, string];

export function createCsvRows({ database: { db } }: { readonly database: Database }) {
  /** Orders confirmed on these days, oldest first. Null for everyone's. */
  async function* orders(buyerId: number | null, days: Days): AsyncGenerator<readonly CsvOrder[]> {
    const { from, to } = momentsOf(days);
    const read = ([time, id]: TimeAndId) =>
      db
        .selectFrom('orders')
        .leftJoin('people', 'people.id', 'orders.buyer_id')
        .selectAll('orders')
        .select('people.name as seller_name')
        .where('confirmed_at', '>=', Math.max(from, time))
        .where('confirmed_at', '<', to)
        .where(sql<boolean>`(confirmed_at, orders.id) > (${time}, ${id})`)
        .$if(buyerId !== null, (query) => query.where('buyer_id', '=', buyerId))
        .orderBy('confirmed_at')
        .orderBy('orders.id')
        .limit(pageSize)
        .execute();
    for await (const rows of pages([from - 1, ''], read, (row): TimeAndId => [row.confirmed_at ?? 0, row.id]))
      yield rows.map((row) => ({
        ...orderOf(row),
        confirmedAt: row.confirmed_at ?? 0,
        sellerName: row.seller_name ?? '',
      }));
  }

  /** Movements of a wallet, oldest first. */
  async function* movements(personId: number, days: Days): AsyncGenerator<readonly CsvMovement[]> {
    const { from, to } = momentsOf(days);
    const read = (after: number) =>
      db
        .selectFrom('ledger')
        .leftJoin('orders', 'orders.id', 'ledger.order_id')
        .select(['ledger.id', 'at', 'ledger.kind', 'balance_delta', 'balance_after', 'note', ...paidOrder])
        .where('person_id', '=', personId)
        .where('ledger.id', '>', after)
        .orderBy('ledger.id')
        .limit(pageSize)
        .execute();
    for await (const rows of pages(0, read, ({ id }) => id)) {
      // Filters by time here, because in SQL one page might scan years.
      const moves = rows.filter(({ at, balance_delta }) => balance_delta !== 0 && at >= from && at < to);
      if (moves.length > 0) yield moves.map(withPaid);
    }
  }

  /** Payments paid on these days, oldest first. */
  async function* payments(days: Days): AsyncGenerator<readonly CsvPayment[]> {
    const { from, to } = momentsOf(days);
    const read = ([time, id]: TimeAndId) =>
      db
        .selectFrom('payments')
        .leftJoin('people', 'people.id', 'payments.person_id')
        .leftJoin('orders', 'orders.id', 'payments.order_id')
        .selectAll('payments')
        .select(['people.name as payer_name', 'orders.webservice_code as code'])
        .where('payments.ended_at', '>=', Math.max(from, time))
        .where('payments.ended_at', '<', to)
        .where('payments.state', '=', 'paid')
        .where(sql<boolean>`(payments.ended_at, payments.id) > (${time}, ${id})`)
        .orderBy('payments.ended_at')
        .orderBy('payments.id')
        .limit(pageSize)
        .execute();
    for await (const rows of pages([from - 1, ''], read, (row): TimeAndId => [row.ended_at ?? 0, row.id]))
      yield rows.map((row) => ({
        ...paymentOf(row),
        endedAt: row.ended_at ?? 0,
        payerName: row.payer_name ?? '',
        code: row.code,
      }));
  }

  /** Cycles of plans on these days, oldest first. Null for everyone's. */
  async function* cycles(personId: number | null, { from, to }: Days): AsyncGenerator<readonly CsvCycle[]> {
    const read = ([day, id]: TimeAndId) =>
      db
        .selectFrom('plan_cycles')
        .selectAll()
        .where('day', '>=', Math.max(from, day))
        .where('day', '<=', to)
        .where(sql<boolean>`(day, id) > (${day}, ${id})`)
        .$if(personId !== null, (query) => query.where('person_id', '=', personId))
        .orderBy('day')
        .orderBy('id')
        .limit(pageSize)
        .execute();
    for await (const rows of pages([from - 1, ''], read, (row): TimeAndId => [row.day, row.id])) yield withPlans(rows);
  }

  async function withPlans(rows: readonly PlanCycleRow[]): Promise<CsvCycle[]> {
    const plans = await db
      .selectFrom('plans')
      .leftJoin('people', 'people.id', 'plans.person_id')
      .selectAll('plans')
      .select('people.name as person_name')
      .where('plans.id', 'in', [...new Set(rows.map(({ plan_id }) => plan_id))])
      .execute();
    const byId = new Map(plans.map((row) => [row.id, row]));
    const ids = rows.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]));
    const orders = ids.length === 0 ? [] : await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
    const orderOfId = new Map(orders.map((row) => [row.id, orderOf(row)]));
    return rows.flatMap((row) => {
      const plan = byId.get(row.plan_id);
      const order = orderOfId.get(row.order_id ?? '');
      if (!plan) return [];
      const isPaid = order?.state === 'delivered' && order.reversedAt === null;
      const money = { code: order?.code ?? null, charge: isPaid ? order.charge : null };
      return [{ ...cycleOf(row), plan: planOf(plan), personName: plan.person_name ?? '', ...money }];
    });
  }

  return { orders, movements, payments, cycles };
}

const momentsOf = ({ from, to }: Days) => ({ from: startOf(from), to: startOf(to + 1) });

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number;
}

// Without it, Excel assumes the local code page.
const byteOrderMark = '\ufeff';

/**
 * Adds an apostrophe to texts that begin like a formula, because a spreadsheet would run them. Negative numbers stay.
 */
const write = (records: readonly (readonly (string | number)[])[]): Buffer =>
  Buffer.from(stringify([...records], { record_delimiter: '\r\n', escape_formulas: true }));

/**
 * Yields files of limited size, each with its header, and none without rows. Read each file to its end before the next.
 */
export async function* csvFiles<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
  mostBytes: number,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const head = Buffer.concat([Buffer.from(byteOrderMark), write([columns.map(({ title }) => title)])]);
  const source = pages[Symbol.asyncIterator]();
  const chunk = async () => {
    const { done, value } = await source.next();
    return done ? null : write(value.map((row) => columns.map((column) => column.value(row))));
  };
  let next = await chunk();
  async function* file(): AsyncGenerator<Uint8Array> {
    yield head;
    let size = head.length;
    while (next !== null && (size === head.length || size + next.length <= mostBytes)) {
      size += next.length;
      yield next;
      next = await chunk();
    }
  }
  try {
    while (next !== null) yield file();
  } finally {
    await source.return?.();
  }
}
