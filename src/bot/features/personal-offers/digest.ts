import { createHash } from 'node:crypto';
import type { Offer } from '../../../domain/offer.ts';

/** An offer's code may be of any length; eight characters of its digest fit in a button and tell a list's offers apart. */
export const digestOf = ({ code, type }: Pick<Offer, 'code' | 'type'>): string =>
  createHash('sha256')
    .update(JSON.stringify([code, type]))
    .digest('base64url')
    .slice(0, 8);
