import type { PaymentMethod } from './payment.ts';

interface PriceHold {
  /** So long another way to pay, or another visit to the bank, may begin. */
  readonly beginMs: number;
  /** So long the money may take to arrive. */
  readonly payMs: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const atTheBank: PriceHold = { beginMs: 20 * minute, payMs: 40 * minute };

/**
 * How long an order's price waits for a payment, counted from the first press of any way to pay for it. A transfer takes a
 * day at most, and an owner who sleeps decides the day after.
 */
export const priceHolds: Readonly<Record<PaymentMethod, PriceHold>> = {
  zarinpal: atTheBank,
  zibal: atTheBank,
  invoice: atTheBank,
  card: { beginMs: day, payMs: 2 * day },
};
