import { z } from 'zod';
import type { Verification } from './provider.ts';

/** What Bale's documentation calls a `Transaction`; the amount is in rials. */
const transaction = z.object({
  status: z.string().toLowerCase(),
  userID: z.coerce.number(),
  amount: z.coerce.number().int(),
});

/** Reads an answer of `inquireTransaction`. */
export function verificationOf(answer: unknown, payerId: number): Verification {
  const read = transaction.safeParse(answer);
  if (!read.success) return { kind: 'unsure', why: 'the transaction cannot be read' };
  const { status, userID, amount } = read.data;
  // An invoice whose transaction failed may be paid by another one.
  if (['pending', 'failed', 'rejected'].includes(status)) return { kind: 'unpaid' };
  if (status !== 'paid') return { kind: 'unsure', why: `status ${status}` };
  if (userID !== payerId) return { kind: 'mismatch', why: 'paid by another person', paid: null };
  return { kind: 'paid', amount, receipt: null, card: null };
}
