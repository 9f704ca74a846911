import type { ColumnType, Generated, Updateable } from 'kysely';
import type { Moment } from '#domain/moment.ts';
import type { PaymentMethod, PaymentState } from '#domain/payment.ts';

/** Money that a person pays in. Stored before a provider is called or a card number is shown. */
export interface PaymentTable {
  /** Random, 128 bits. Addresses of payment pages contain nothing else. */
  id: string;
  /** Names the update that created it, so that a repeated update finds this row. */
  source: string;
  person_id: number;
  method: PaymentMethod;
  amount: number;
  /** What the wallet received; null until then. */
  credited: number | null;
  /** What an owner took back from the wallet after paying it back outside the bot. */
  paid_back: Generated<number>;
  /** The order that it buys; null if it only fills the wallet. */
  order_id: string | null;
  state: PaymentState;
  /** The provider's id (authority, track id, charge id); our own id for card payments. */
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
  /** 1 if it confirmed its order. */
  bought: Generated<number>;
  /** JSON of the failure that prevented its order; null if there was no failure or no order. */
  kept_why: string | null;
  /** Why it was rejected. */
  reason: string | null;
  /** Why the answer is still open, or why an owner must look. */
  problem: string | null;
  created_at: number;
  expires_at: number;
  /** While it is open, it holds the price of its order until then; null without a price to hold. */
  hold_until: number | null;
  updated_at: number;
  ended_at: number | null;
  /** Since when the payer says that it is paid, or the provider gives no definite answer. */
  waiting_since: number | null;
  /** 1 if owners were told that it waits for long. */
  alerted: Generated<number>;
  attempts: Generated<number>;
  /** When the payment worker looks at it again; null if it no longer does so by itself. */
  next_attempt_at: ColumnType<number | null, Moment | null, Moment | 0 | null>;
  lease_until: Generated<number>;
  /** Marked by a restore: since then it may have been booked without this database's knowledge. */
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

/** Proofs of transfer that payers sent. The payment itself holds the latest one. */
export interface PaymentSlipTable {
  id: Generated<number>;
  /** Names the update that brought it, so that a repeated update counts once. */
  source: string;
  payment_id: string;
  person_id: number;
  /** Telegram's id of the file, which is the same for every sender, or the tracking code. */
  mark: string | null;
  at: number;
}

/** One of the shop's cards, to which people transfer money. */
export interface BankCardTable {
  id: Generated<number>;
  number: string;
  holder: string;
  is_on: Generated<number>;
  created_at: number;
  /** Set when the card is removed. The row stays, because old payments refer to it. */
  removed_at: number | null;
}

/** People who may not use a method until an owner reopens it. */
export interface PaymentBlockTable {
  person_id: number;
  method: PaymentMethod;
  blocked_at: number;
  reopened_at: number | null;
}
