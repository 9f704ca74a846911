import type { PaymentMethod } from './payment.ts';

interface PriceHold {
  /** How long the payer may switch to another method or return to the bank. */
  readonly beginMs: number;
  /** How long the money may take to arrive. */
  readonly payMs: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const atTheBank: PriceHold = { beginMs: 20 * minute, payMs: 40 * minute };
/** A transfer takes at most a day, and the owner may decide the day after. */
const byTransfer: PriceHold = { beginMs: day, payMs: 2 * day };

/** How long an order's price waits for a payment, counted from the first press of a way to pay. */
export const priceHoldOf = (method: PaymentMethod): PriceHold => (method === 'card' ? byTransfer : atTheBank);
