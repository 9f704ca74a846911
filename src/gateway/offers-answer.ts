import { z } from 'zod';
import type { Offer } from '#domain/offer.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { cleanMessage } from './answer.ts';
import type { ReadFailure } from './failure.ts';
import { daysOf, priceOf, text, wireNumber, wireText } from './wire-values.ts';

export interface PersonalOffers {
  readonly offers: readonly Offer[];
  /** Elements that could not be read. */
  readonly dropped: number;
}

const wireOffers = z.object({ offersList: z.array(z.unknown()).nullable() });

export function readOffers(json: unknown, status: number): Result<PersonalOffers, ReadFailure> {
  if (isRefusal(json)) return err({ kind: 'rejected', status, message: cleanMessage(json.message) });
  const parsed = wireOffers.safeParse(json);
  if (!parsed.success) return err({ kind: 'malformed', why: 'answer has no list of offers' });
  const elements = parsed.data.offersList ?? [];
  const offers = elements.flatMap((element) => readOffer(element) ?? []);
  return ok({ offers, dropped: elements.length - offers.length });
}

function isRefusal(json: unknown): json is { status: false; message?: unknown } {
  return typeof json === 'object' && json !== null && 'status' in json && json.status === false;
}

/** The documentation has strings everywhere. */
const wireOffer = z.object({
  offerCode: wireNumber,
  offerDesc: wireText,
  offerDescLN: wireText,
  validityDays: wireText,
  offerType: wireNumber,
  amount: wireNumber,
  name: wireText,
});

/** Null if the offer cannot be sold. */
export function readOffer(value: unknown): Offer | null {
  const parsed = wireOffer.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
  const amount = priceOf(wire.amount);
  const code = String(wire.offerCode);
  const type = String(wire.offerType);
  // PostgreSQL cannot store NUL, and removing it would change the code to that of another offer.
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
