import { z } from 'zod';
import type { Offer } from '../domain/offer.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { ReadFailure } from './failure.ts';
import { cleanMessage } from './message.ts';
import { readOffer } from './offer.ts';
import { integer, text, wireText } from './wire-values.ts';

export interface PersonalOffers {
  readonly offers: readonly Offer[];
  /** Elements that were no offers we could sell. */
  readonly dropped: number;
  readonly message: string;
  readonly resultCode: number | null;
  readonly transactionId: string | null;
  readonly commandStatus: string | null;
  readonly originalMessage: string | null;
}

const wireOffers = z.object({
  status: z.unknown().optional(),
  ResultCode: wireText,
  TransactionID: wireText,
  CommandStatus: wireText,
  OrigResponseMessage: wireText,
  message: wireText,
  offersList: z.array(z.unknown()).nullable(),
});

export function readOffers(json: unknown, status: number): Result<PersonalOffers, ReadFailure> {
  if (isRefusal(json)) return err({ kind: 'rejected', status, message: cleanMessage(json.message) });
  const parsed = wireOffers.safeParse(json);
  if (!parsed.success) return err({ kind: 'malformed', why: 'answer has no list of offers' });
  const wire = parsed.data;
  const elements = wire.offersList ?? [];
  const offers = elements.flatMap((element) => readOffer(element) ?? []);
  return ok({
    offers,
    dropped: elements.length - offers.length,
    message: cleanMessage(wire.message),
    resultCode: integer(wire.ResultCode),
    transactionId: text(wire.TransactionID),
    commandStatus: text(wire.CommandStatus),
    originalMessage: cleanMessage(wire.OrigResponseMessage) || null,
  });
}

function isRefusal(json: unknown): json is { status: false; message?: unknown } {
  return typeof json === 'object' && json !== null && 'status' in json && json.status === false;
}
