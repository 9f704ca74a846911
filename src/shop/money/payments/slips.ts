import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Slip } from '#domain/payment.ts';
import { plainDigits } from '#domain/phone.ts';
import { alertKey } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { addReceiptJob } from '#shop/base/outbox/outbox.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { slipMs } from './card-requests.ts';

/** The same value for the same slip from any sender; null if the slip cannot be recognised. */
const markOf = (slip: Slip): string | null => (slip.kind === 'text' ? trackingCode(slip.content) : (slip.file ?? null));

const datesAndTimes = /\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}:\d{2}(?::\d{2})?/g;

/** The only number in the text, which owners search for; the whole text if it has several numbers or no number. */
export function trackingCode(text: string): string {
  const plain = plainDigits(text).trim();
  const joined = plain.replace(datesAndTimes, ' ').replace(/(?<=\d)[- ](?=\d)/g, '');
  const [number, ...others] = joined.match(/\d{4,}/g) ?? [];
  return number === undefined || others.length > 0 ? plain : number;
}

export async function insertSlip(
  tx: Transaction,
  { id: payment_id, person_id }: PaymentRow,
  { slip, source, at }: { readonly slip: Slip; readonly source: string; readonly at: number },
): Promise<void> {
  await tx
    .insertInto('payment_slips')
    .values({ source, payment_id, person_id, mark: markOf(slip), at })
    .execute();
}

/** The key of an alert, so that the same photo alerts once. */
export const slipOccasion = (paymentId: string, content: string): string =>
  `${paymentId}:${createHash('sha256').update(content).digest('base64url').slice(0, 16)}`;

/** The payment to which this update added its slip. */
export const paymentOfSlip = (db: Queries, source: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', db.selectFrom('payment_slips').select('payment_id').where('source', '=', source))
    .executeTakeFirst();

/** Counts slips since the last rejection. */
export async function countSlips(db: Queries, paymentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_slips')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .where(
      sql<boolean>`at > coalesce((select max(at) from ${sql.table('payment_events')} as events
        where events.payment_id = payment_slips.payment_id and events.to_state = 'refused'), 0)`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Another payment that may be for the same money. */
export interface Resemblance<P> {
  /** `person`: another request of this payer, which they may have paid instead. */
  readonly why: 'slip' | 'amount' | 'person';
  readonly payment: P;
}

const mostResemblances = 3;

/** For a payment with a slip, most relevant first. */
export async function resemblancesOf(db: Queries, payment: PaymentRow): Promise<Resemblance<PaymentRow>[]> {
  const { id, slip_kind, receipt, card_id, amount, person_id, created_at } = payment;
  if (slip_kind === null) return [];
  const others = () =>
    db.selectFrom('payments').selectAll().where('id', '<>', id).orderBy('created_at', 'desc').limit(mostResemblances);
  const lately = () =>
    others()
      .where('method', '=', 'card')
      .where('created_at', '>', created_at - slipMs);
  const marks = db
    .selectFrom('payment_slips')
    .select('mark')
    .where('payment_id', '=', id)
    .where('mark', 'is not', null);
  const same = db.selectFrom('payment_slips').select('payment_id').where('mark', 'in', marks);
  const matches = [
    ['slip', await others().where('id', 'in', same).execute()],
    ['slip', receipt === null ? [] : await others().where('receipt', '=', receipt).execute()],
    ['amount', await lately().where('card_id', '=', card_id).where('amount', '=', amount).execute()],
    ['person', await lately().where('person_id', '=', person_id).where('state', 'in', ['expired', 'paid']).execute()],
  ] as const;
  const all = matches.flatMap(([why, rows]) => rows.map((row) => ({ why, payment: row })));
  const isFirst = ({ payment: { id: other } }: Resemblance<PaymentRow>, at: number) =>
    all.findIndex((one) => one.payment.id === other) === at;
  return all.filter(isFirst).slice(0, mostResemblances);
}

/** Updates what owners read beside other slips. */
export async function refreshResemblances(database: Database, payment: PaymentRow, at: number): Promise<void> {
  const matches = await resemblancesOf(database.db, payment);
  // Uses a fixed order, because other processes lock the same rows.
  const ids = matches.map((one) => one.payment.id).toSorted((one, other) => (one < other ? -1 : 1));
  if (ids.length === 0) return;
  await database.transaction(async (tx) => {
    for (const id of ids) await addReceiptJob(tx, `payment:${id}`, at);
  });
}

interface MissedSlipsDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly alertsDue: Signal;
}

/** Slips for owners whom the bot could not reach because they had not pressed Start or had blocked it. */
export function createMissedSlips({ database, now, alertsDue }: MissedSlipsDeps) {
  /** Delivers those that still wait. */
  async function redeliver(personId: number): Promise<void> {
    const waiting = await database.db
      .selectFrom('payments')
      .select(['id', 'slip'])
      .where('waiting_since', 'is not', null)
      .where('slip', 'is not', null)
      .execute();
    const keys = waiting.map(({ id, slip }) => alertKey('payment-slip', slipOccasion(id, slip ?? '')));
    if (keys.length === 0) return;
    await database.write((db) =>
      db
        .updateTable('alerts')
        .set({ done_at: null, done_how: null, attempts: 0, next_attempt_at: now() })
        .where('owner_id', '=', personId)
        .where('key', 'in', keys)
        .where('done_how', '=', 'unreachable')
        .execute(),
    );
    alertsDue.notify();
  }

  return { redeliver };
}
