import { z } from 'zod';
import type { Offer } from '#domain/offer.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { cleanMessage } from './answer.ts';
import type { ReadFailure } from './failure.ts';
import { readOffer } from './offer.ts';

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
