import type { ColumnType, Generated, Updateable } from 'kysely';
import type { Moment } from '#domain/moment.ts';
import type { PaymentMethod, PaymentState } from '#domain/payment.ts';

/** Money that a person pays in. Stored before a provider is called or a card number is shown. */
export interface PaymentTable {
  /** Random, 128 bits: the only thing in the addresses of payment pages. */
  id: string;
  /** Names the update that made it: the same one, delivered again, finds this row. */
  source: string;
  person_id: number;
  method: PaymentMethod;
  amount: number;
  /** What the wallet got; null until then. */
  credited: number | null;
  /** What an owner took from the wallet again because it was paid back outside the bot. */
  paid_back: Generated<number>;
  /** The order that it is to buy; null: it is for the wallet. */
  order_id: string | null;
  state: PaymentState;
  /** The provider's name for it (authority, track id, charge id); for card payments our own id. */
  reference: string | null;
  /** The bank's number for the payer's own records, or the tracking code that the payer typed. */
  receipt: string | null;
  /** Masked. */
  payer_card: string | null;
  payer_tail: string | null;
  /** The shop's card that the payer was shown. */
  card_id: number | null;
  slip_kind: 'photo' | 'file' | 'text' | null;
  /** Telegram's name of the file, or the text. */
  slip: string | null;
  /** 1: its order was confirmed with it. */
  bought: Generated<number>;
  /** JSON of the failure that prevented its order; null: none, or no order. */
  kept_why: string | null;
  /** Why it was refused. */
  reason: string | null;
  /** Why there is no definite answer yet, or why an owner must look. */
  problem: string | null;
  created_at: number;
  expires_at: number;
  /** Until when it holds the price of its order, while it is open; null: it has none. */
  hold_until: number | null;
  updated_at: number;
  ended_at: number | null;
  /** The payer says that it is paid, or the provider gives no definite answer, since then. */
  waiting_since: number | null;
  /** 1: owners were told that it waits for long. */
  alerted: Generated<number>;
  attempts: Generated<number>;
  /** When the payment worker looks at it; null: no more by itself. */
  next_attempt_at: ColumnType<number | null, Moment | null, Moment | 0 | null>;
  lease_until: Generated<number>;
  /** Since when it may have been booked although this database does not know it; null unless a restore marked it. */
  possibly_sent_at: number | null;
}

export type PaymentUpdate = Updateable<PaymentTable>;

export interface PaymentEventTable {
  id: Generated<number>;
  payment_id: string;
  at: number;
  actor: string;
  from_state: PaymentState | null;
  to_state: PaymentState;
  why: string;
}

/** What payers sent as proof of a transfer. The latest one is in its payment as well. */
export interface PaymentSlipTable {
  id: Generated<number>;
  /** Names the update that brought it: the same one, delivered again, counts once. */
  source: string;
  payment_id: string;
  person_id: number;
  /** The messenger's name of the file, which is the same for every sender, or the tracking code. */
  mark: string | null;
  at: number;
}

/** A card of the shop's, to which people transfer money. */
export interface BankCardTable {
  id: Generated<number>;
  number: string;
  holder: string;
  is_on: Generated<number>;
  created_at: number;
  /** Old payments still name it. */
  removed_at: number | null;
}

/** People who may not use a method until an owner reopens it. */
export interface PaymentBlockTable {
  person_id: number;
  method: PaymentMethod;
  blocked_at: number;
  reopened_at: number | null;
}
