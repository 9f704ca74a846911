import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { PaymentMethod, PaymentState, Slip } from '#domain/payment.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';

/** A payment as the rest of the shop and the bot know it: plain data. */
export interface Payment {
  readonly id: string;
  readonly personId: number;
  readonly method: PaymentMethod;
  readonly amount: Rials;
  /** What the wallet got; null until the payment is booked. */
  readonly credited: Rials | null;
  readonly paidBack: Rials;
  readonly orderId: string | null;
  readonly state: PaymentState;
  readonly reference: string | null;
  readonly receipt: string | null;
  readonly payerCard: string | null;
  readonly cardId: number | null;
  readonly slip: Slip | null;
  /** True if it confirmed its order. */
  readonly bought: boolean;
  /** Why its order was not bought, unless the order was simply over. */
  readonly keptWhy: Failure | null;
  /** Why it was refused, in the words of an owner or of the bot. */
  readonly reason: string | null;
  readonly problem: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly waitingSince: number | null;
  /** When the payment worker looks at it again; null if it waits for an owner or is over. */
  readonly nextAttemptAt: number | null;
  /** True if it was open in a restored archive, so it may already be booked. */
  readonly isPossiblySent: boolean;
}

/**
 * True for a late slip that waits for an owner. Its row cannot become submitted while another open request asks for the
 * same amount, because an index allows only one.
 */
export const isLate = ({ method, state, waiting_since }: PaymentRow): boolean =>
  method === 'card' && state === 'expired' && waiting_since !== null;

const stuckMs = 3_600_000;

/**
 * True if an owner may decide: a slip was sent, the provider's answer does not fit, or the provider has given no definite
 * answer for an hour, for example because the shop lost its account there.
 */
export const isDecidable = ({ state, nextAttemptAt, waitingSince }: Payment, at: number): boolean =>
  (state === 'submitted' && nextAttemptAt === null) || (waitingSince !== null && at - waitingSince >= stuckMs);

export function paymentOf(row: PaymentRow): Payment {
  return {
    id: row.id,
    personId: row.person_id,
    method: row.method,
    amount: row.amount,
    credited: row.credited,
    paidBack: row.paid_back,
    orderId: row.order_id,
    state: isLate(row) ? 'submitted' : row.state,
    reference: row.reference,
    receipt: row.receipt,
    payerCard: row.payer_card,
    cardId: row.card_id,
    slip: row.slip_kind === null ? null : { kind: row.slip_kind, content: row.slip ?? '' },
    bought: row.bought === 1,
    keptWhy: row.kept_why === null ? null : (JSON.parse(row.kept_why) as Failure),
    reason: row.reason,
    problem: row.problem,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    waitingSince: row.waiting_since,
    nextAttemptAt: row.next_attempt_at,
    isPossiblySent: row.possibly_sent_at !== null,
  };
}
