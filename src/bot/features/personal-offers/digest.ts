import { createHash } from 'node:crypto';
import type { Offer } from '#domain/offer.ts';

/** Offer codes may be too long for a button. */
export const digestOf = ({ code, type }: Pick<Offer, 'code' | 'type'>): string =>
  createHash('sha256')
    .update(JSON.stringify([code, type]))
    .digest('base64url')
    .slice(0, 8);
