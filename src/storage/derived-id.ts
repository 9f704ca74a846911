import { createHash } from 'node:crypto';

/** Derives the same id from the same update. 14 characters leave room for the other fields of a button. */
export const idFrom = (idempotencySource: string): string =>
  createHash('sha256').update(idempotencySource).digest('base64url').slice(0, 14);
