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
  /** What the wallet got; null until then. */
  readonly credited: Rials | null;
  readonly paidBack: Rials;
  readonly orderId: string | null;
  readonly state: PaymentState;
  readonly reference: string | null;
  readonly receipt: string | null;
  readonly payerCard: string | null;
  readonly cardId: number | null;
  readonly slip: Slip | null;
  /** Its order was confirmed with it. */
  readonly bought: boolean;
  /** Why its order was not bought, where there is more to say than that it was over. */
  readonly keptWhy: Failure | null;
  /** Why it was refused, in an owner's or our words. */
  readonly reason: string | null;
  readonly problem: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly waitingSince: number | null;
  /** When the payment worker looks at it again; null: it waits for an owner, or is over. */
  readonly nextAttemptAt: number | null;
  /** It was open in the archive of a restore, so it may have been booked already. */
  readonly isPossiblySent: boolean;
}

/**
 * A late slip waits for an owner like any other. Its row is not submitted while another open request asks for the same
 * amount: an index keeps those apart.
 */
export const isLate = ({ method, state, waiting_since }: PaymentRow): boolean =>
  method === 'card' && state === 'expired' && waiting_since !== null;

const stuckMs = 3_600_000;

/**
 * An owner may decide: a slip was sent, or the provider's answer does not fit. So, too, where it has given none for an hour:
 * the shop may have lost its account there.
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
