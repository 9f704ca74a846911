import { sql } from 'kysely';
import { type Day, type Days, startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import type { PaymentMethod, PaymentState } from '#domain/payment.ts';
import { plainDigits } from '#domain/phone.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Queries } from '#storage/database.ts';
import { isAtBank, othersFor } from './other-payments.ts';
import { type Payment, paymentOf } from './payment.ts';
import { type Resemblance, resemblancesOf } from './slips.ts';
import { findPayment } from './transition.ts';

interface PaymentPage {
  readonly payments: readonly Payment[];
  readonly more: boolean;
}

/** One line of a payment's trail. */
export interface PaymentEvent {
  readonly at: number;
  readonly actor: string;
  readonly from: PaymentState | null;
  readonly to: PaymentState;
  readonly why: string;
}

/** What came in by a method. */
export interface MethodSum {
  readonly method: PaymentMethod;
  readonly count: number;
  readonly total: Rials;
}

export interface PaymentQueriesDeps {
  readonly database: Database;
  readonly people: Pick<People, 'search'>;
}

/**
 * Open payments, and late slips that wait for an owner. A visit cancelled at the bank gives way to the next one, and a
 * payment that was only looked at gives way to the next for the same purpose. An order that is over needs no payment.
 */
const isWaitedFor = sql<boolean>`(state = 'submitted' or waiting_since is not null or (state = 'asked'
  and not exists (select 1 from ${sql.table('payments')} as later where later.source = 'again:' || payments.id)
  and (order_id is null or exists (select 1 from ${sql.table('orders')} where orders.id = payments.order_id and orders.state = 'quoted'))
  and (reference is not null or not exists (select 1 from ${sql.table('payments')} as newer
    where newer.person_id = payments.person_id and newer.order_id is not distinct from payments.order_id
    and newer.created_at > payments.created_at))))`;

/** A payer may be at the bank, even for an order that is over. */
const mayArrive = sql<boolean>`(${isWaitedFor} or (state = 'asked' and reference is not null))`;

async function countWhere(db: Queries, personId: number, condition: typeof isWaitedFor): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where(condition)
    .executeTakeFirstOrThrow();
  return count;
}

export const countArrivingPayments = (db: Queries, personId: number): Promise<number> =>
  countWhere(db, personId, mayArrive);

/** The most people whose payments a typed name searches. */
const mostPayers = 50;

/** What the desk looks up. */
export function createPaymentQueries({ database, people }: PaymentQueriesDeps) {
  const { db } = database;

  const pageOf = (rows: readonly Parameters<typeof paymentOf>[0][], pageSize: number): PaymentPage => ({
    payments: rows.slice(0, pageSize).map(paymentOf),
    more: rows.length > pageSize,
  });

  /** Longest waiting first. */
  async function waiting(page: number, pageSize: number): Promise<PaymentPage> {
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('waiting_since', 'is not', null)
      .orderBy('waiting_since')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    return pageOf(rows, pageSize);
  }

  /**
   * The longest waiting payment that can be decided; a provider is still asked about the others. `notOf` excludes the
   * payments of the person who decides.
   */
  async function nextToDecide(notOf: number | null = null): Promise<Payment | null> {
    const row = await db
      .selectFrom('payments')
      .selectAll()
      .where('waiting_since', 'is not', null)
      .where('next_attempt_at', 'is', null)
      .$if(notOf !== null, (query) => query.where('person_id', '<>', notOf ?? 0))
      .orderBy('waiting_since')
      .limit(1)
      .executeTakeFirst();
    return row ? paymentOf(row) : null;
  }

  async function countWaiting(): Promise<number> {
    const { count } = await db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('waiting_since', 'is not', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Payments of a day, newest first; of one method, or all. */
  async function paidOn(day: Day, method: PaymentMethod | null, page: number, pageSize: number): Promise<PaymentPage> {
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('ended_at', '>=', startOf(day))
      .where('ended_at', '<', startOf(day + 1))
      .where('state', '=', 'paid')
      .$call((query) => (method === null ? query : query.where('method', '=', method)))
      .orderBy('ended_at', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    return pageOf(rows, pageSize);
  }

  /** Credits of some days by method, without deducting what was paid back. */
  async function sums({ from, to }: Days): Promise<MethodSum[]> {
    return db
      .selectFrom('payments')
      .select((eb) => [
        'method',
        eb.fn.countAll<number>().as('count'),
        sql<number>`cast(coalesce(sum(credited), 0) as bigint)`.as('total'),
      ])
      .where('ended_at', '>=', startOf(from))
      .where('ended_at', '<', startOf(to + 1))
      .where('state', '=', 'paid')
      .groupBy('method')
      .orderBy('method')
      .execute();
  }

  /** Finds payments by provider's reference, bank number, tracking code, our id, last digits of the card, or payer. */
  async function find(text: string, limit: number): Promise<Payment[]> {
    const words = plainDigits(text).trim();
    if (words === '') return [];
    const payers = await people.search(text, mostPayers);
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('id', '=', words),
          eb('reference', '=', words),
          eb('receipt', '=', words),
          ...(/^\d{4}$/.test(words) ? [eb('payer_tail', '=', words)] : []),
          ...(payers.length > 0 ? [eb('person_id', 'in', payers)] : []),
          ...(/^\d{5,15}$/.test(words) ? [eb('person_id', '=', Number(words))] : []),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(paymentOf);
  }

  /** Newest first. */
  const rowsOf = (personId: number, page: number, pageSize: number) =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('created_at', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize);

  const ofPerson = async (personId: number, page: number, pageSize: number): Promise<PaymentPage> =>
    pageOf(await rowsOf(personId, page, pageSize).execute(), pageSize);

  /** What its payer can still pay or waits for. */
  const openOf = async (personId: number, page: number, pageSize: number): Promise<PaymentPage> =>
    pageOf(await rowsOf(personId, page, pageSize).where(isWaitedFor).execute(), pageSize);

  const countOpen = (personId: number): Promise<number> => countWhere(db, personId, isWaitedFor);

  async function trail(id: string): Promise<PaymentEvent[]> {
    const rows = await db.selectFrom('payment_events').selectAll().where('payment_id', '=', id).orderBy('id').execute();
    return rows.map(({ at, actor, from_state: from, to_state: to, why }) => ({ at, actor, from, to, why }));
  }

  async function one(id: string): Promise<Payment | null> {
    const row = await findPayment(db, id);
    return row ? paymentOf(row) : null;
  }

  /** Other payments that may be for the same money. */
  async function resemblances(id: string): Promise<Resemblance<Payment>[]> {
    const row = await findPayment(db, id);
    if (!row) return [];
    return (await resemblancesOf(db, row)).map(({ why, payment }) => ({ why, payment: paymentOf(payment) }));
  }

  /** Another page for the same sum is open at a bank. */
  async function isElsewhereAtBank(id: string): Promise<boolean> {
    const row = await findPayment(db, id);
    return row !== undefined && (await othersFor(db, row)).some(isAtBank);
  }

  return {
    resemblances,
    isElsewhereAtBank,
    waiting,
    nextToDecide,
    countWaiting,
    paidOn,
    find,
    ofPerson,
    openOf,
    countOpen,
    trail,
    one,
    sums,
  };
}
