import { createHash } from 'node:crypto';
import type { Failure } from '../../domain/failure.ts';
import { momentAfter } from '../../domain/moment.ts';
import type { Rials } from '../../domain/money.ts';
import type { Slip } from '../../domain/payment.ts';
import { plainDigits } from '../../domain/phone.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { lockPerson } from '../../storage/person-lock.ts';
import type { PaymentRow } from '../../storage/tables.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Signal } from '../jobs/signal.ts';
import { holdPrice } from '../orders/price-hold.ts';
import type { BankCard, BankCards } from './bank-cards.ts';
import { type Payment, paymentOf } from './payment.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { findPayment, insertPayment, movePayment, writePaymentEvent } from './transition.ts';

interface CardRequest {
  /** Names the update that asked: the same one, delivered again, finds the same request. */
  readonly source: string;
  readonly by: number;
  readonly amount: Rials;
  readonly orderId: string | null;
}

/** What the payer is shown. */
interface CardPayment {
  readonly payment: Payment;
  readonly card: BankCard;
}

export interface CardPaymentsDeps {
  readonly database: Database;
  readonly cards: Pick<BankCards, 'list' | 'find'>;
  readonly methods: Pick<PaymentMethods, 'isBlocked'>;
  readonly alerts: Alerts;
  readonly newId: () => string;
  readonly now: () => number;
  readonly random: () => number;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
}

/** A transfer takes minutes; a day leaves room for those who go to a cash machine. */
const openMs = 24 * 3_600_000;
/** Up to so many tomans more make an amount unique. Few as long as few requests are open. */
const fewTomans = 99;
const mostTomans = 999;
const toman = 10;
/** Every slip goes to every owner: a payer cannot flood them. */
const mostSlips = 5;

class TooManySlips extends Error {}

/** Transfers from card to card: who transferred is told by the amount, and an owner says whether it arrived. */
export function createCardPayments(deps: CardPaymentsDeps) {
  const { database, cards, methods, alerts, newId, now, random, receiptsDue, alertsDue } = deps;

  /** A request without a slip gives way to a new one; one whose slip waits for an owner is shown again. */
  async function open(request: CardRequest): Promise<Result<CardPayment, Failure>> {
    const { by, source } = request;
    if (await methods.isBlocked(by)) return err({ code: 'method-closed' });
    const on = (await cards.list()).filter(({ isOn }) => isOn);
    if (on.length === 0) return err({ code: 'method-closed' });
    const stored = await database.transaction(async (tx) => {
      await lockPerson(database, tx, by);
      const again = await tx.selectFrom('payments').selectAll().where('source', '=', source).executeTakeFirst();
      if (again) return again;
      const current = await openOf(tx, by);
      if (current?.state === 'submitted' || (current && isSame(current, request))) return current;
      if (current) await close(tx, current, 'replaced by another request');
      return insert(tx, request, on);
    });
    receiptsDue.notify();
    const card = stored?.card_id == null ? null : await cards.find(stored.card_id);
    if (!stored || !card || stored.person_id !== by) return err({ code: 'method-closed' });
    return ok({ payment: paymentOf(stored), card });
  }

  /** Asked for again, before a slip was sent. */
  function isSame({ amount, order_id, expires_at }: PaymentRow, { amount: wanted, orderId }: CardRequest): boolean {
    const more = amount - wanted;
    return order_id === orderId && more > 0 && more <= mostTomans * toman && expires_at > now();
  }

  async function insert(
    tx: Transaction,
    { source, by, amount, orderId }: CardRequest,
    on: readonly BankCard[],
  ): Promise<PaymentRow | null> {
    const at = now();
    const card = on[Math.floor(random() * on.length)] ?? on[0];
    if (!card) return null;
    const held = orderId === null ? null : await holdPrice(tx, { orderId, method: 'card', at });
    if (orderId !== null && held === null) return null;
    const whole = Math.ceil(amount / toman) * toman;
    for (const more of surcharges(random)) {
      const id = newId();
      const row = await insertPayment(tx, {
        id,
        source,
        person_id: by,
        method: 'card',
        amount: whole + more * toman,
        order_id: orderId,
        reference: id,
        card_id: card.id,
        created_at: at,
        expires_at: at + openMs,
        next_attempt_at: momentAfter(at, openMs),
        hold_until: held,
      });
      if (row) return row;
    }
    return null;
  }

  const close = (tx: Transaction, { id, state: from, person_id }: PaymentRow, why: string) =>
    movePayment(tx, {
      id,
      from,
      to: 'expired',
      actor: `person:${person_id}`,
      why,
      now: now(),
      set: { next_attempt_at: null, reason: 'given-up' },
    });

  const openOf = (db: Database['db'], by: number): Promise<PaymentRow | undefined> =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('person_id', '=', by)
      .where('method', '=', 'card')
      .where('state', 'in', ['asked', 'submitted'])
      .executeTakeFirst();

  /** The request that a slip of theirs belongs to: the open one, or one that expired lately. */
  async function awaitingSlip(by: number): Promise<Payment | null> {
    const row =
      (await openOf(database.db, by)) ??
      (await database.db
        .selectFrom('payments')
        .selectAll()
        .where('person_id', '=', by)
        .where('method', '=', 'card')
        .where('state', '=', 'expired')
        .where('reason', 'is', null)
        .where('created_at', '>', now() - 3 * openMs)
        .orderBy('created_at', 'desc')
        .executeTakeFirst());
    return row ? paymentOf(row) : null;
  }

  /** A second slip for the same request replaces the first: photos come in several. */
  async function submit(by: number, slip: Slip): Promise<Result<Payment, Failure>> {
    const asked = await awaitingSlip(by);
    if (!asked) return err({ code: 'payment-not-open' });
    // The same update again, after a crash.
    if (asked.state === 'submitted' && asked.slip?.content === slip.content) return ok(asked);
    const code = slip.kind === 'text' ? trackingCode(slip.content) : null;
    const set = { slip_kind: slip.kind, slip: slip.content, receipt: code ?? asked.receipt, next_attempt_at: null };
    const at = now();
    const { id, state, personId, amount } = asked;
    const row = await database
      .transaction(async (tx) => {
        const moved =
          state === 'submitted'
            ? await addSlip(tx, asked, set, at)
            : await movePayment(tx, {
                id,
                from: state,
                to: 'submitted',
                actor: `person:${by}`,
                why: `slip: ${slip.kind}`,
                now: at,
                set: { ...set, waiting_since: at, alerted: 0 },
              });
        // Each slip is one alert, also if its update is delivered again.
        const name = createHash('sha256').update(slip.content).digest('base64url').slice(0, 16);
        if (moved)
          await alerts.write(tx, `${id}:${name}`, { kind: 'payment-slip', paymentId: id, personId, amount, slip });
        return moved;
      })
      // The amount of a late one may belong to another open request by now: then only an owner can tell them apart.
      .catch((error: unknown) =>
        isUniqueViolation(error) || error instanceof TooManySlips ? null : Promise.reject(error),
      );
    receiptsDue.notify();
    alertsDue.notify();
    return row ? ok(paymentOf(row)) : err({ code: 'payment-not-open' });
  }

  async function addSlip(
    tx: Transaction,
    { id, personId }: Payment,
    { slip_kind, slip, receipt }: Pick<PaymentRow, 'slip_kind' | 'slip' | 'receipt'>,
    at: number,
  ): Promise<PaymentRow | undefined> {
    const row = await tx
      .updateTable('payments')
      .set({ slip_kind, slip, receipt })
      .where('id', '=', id)
      .where('state', '=', 'submitted')
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const { count } = await tx
      .selectFrom('payment_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('payment_id', '=', id)
      .where('why', 'like', 'slip: %')
      .executeTakeFirstOrThrow();
    if (count >= mostSlips) throw new TooManySlips();
    const event = { id, from: 'submitted', to: 'submitted', actor: `person:${personId}`, now: at } as const;
    await writePaymentEvent(tx, { ...event, why: `slip: ${slip_kind}` });
    return row;
  }

  /** The payer gives it up; not once a slip was sent. */
  async function cancel(by: number, id: string): Promise<Payment | null> {
    const found = await findPayment(database.db, id);
    if (found?.person_id !== by) return null;
    const why = 'cancelled';
    if (found.state === 'asked') await database.transaction((tx) => close(tx, found, why));
    receiptsDue.notify();
    return paymentOf((await findPayment(database.db, id)) ?? found);
  }

  return { open, awaitingSlip, submit, cancel };
}

/** Whole tomans on top, each at most once: any of the few first, so that a request that just ended is not met again. */
function* surcharges(random: () => number): Generator<number> {
  const begin = Math.floor(random() * fewTomans);
  for (let nth = 0; nth < fewTomans; nth += 1) yield ((begin + nth) % fewTomans) + 1;
  for (let more = fewTomans + 1; more <= mostTomans; more += 1) yield more;
}

/** The number among the words, by which owners look for it; the whole text where there is no such number, or several. */
function trackingCode(text: string): string {
  const plain = plainDigits(text).trim();
  const [number, ...others] = plain.match(/\d{4,}/g) ?? [];
  return number === undefined || others.length > 0 ? plain : number;
}

/** SQLite names the constraint, PostgreSQL gives a code. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (/unique constraint/i.test(error.message) || ('code' in error && error.code === '23505'));
