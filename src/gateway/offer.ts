import { z } from 'zod';
import type { Offer } from '#domain/offer.ts';
import { daysOf, priceOf, text, wireNumber, wireText } from './wire-values.ts';

/** All documented as strings. */
const wireOffer = z.object({
  offerCode: wireNumber,
  offerDesc: wireText,
  offerDescLN: wireText,
  validityDays: wireText,
  offerType: wireNumber,
  amount: wireNumber,
  name: wireText,
});

/** Null: cannot be sold. */
export function readOffer(value: unknown): Offer | null {
  const parsed = wireOffer.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const amount = priceOf(wire.amount);
  const code = String(wire.offerCode);
  const type = String(wire.offerType);
  // PostgreSQL stores no NUL, and another code would be another offer.
  if (amount === null || code.trim() === '' || `${code}${type}`.includes('\0')) return null;
  const description = text(wire.offerDesc) ?? '';
  const descriptionLocal = text(wire.offerDescLN) ?? '';
  const name = text(wire.name) ?? '';
  return {
    code,
    type,
    // A button needs a text.
    name: [name, descriptionLocal, description].find((candidate) => candidate.trim() !== '') ?? code,
    description,
    descriptionLocal,
    days: daysOf(wire.validityDays),
    amount,
  };
}
