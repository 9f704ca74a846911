import { createHash, timingSafeEqual } from 'node:crypto';
import { boughtStates } from '#domain/order.ts';
import type { Database } from '#storage/database.ts';
import { type Order, orderOf } from './order.ts';

/** 96 bits: cannot be guessed. */
const proofLength = 16;
const tokenFormat = /^([0-9A-HJKMNP-TV-Z]{5})([0-9A-HJKMNP-TV-Z]{5})([\w-]{16})$/;

/** Only we and the gateway know the random key, so its hash proves that the holder has seen the receipt. */
const proofOf = (idempotencyKey: string): string =>
  createHash('sha256').update(`receipt:${idempotencyKey}`).digest('base64url').slice(0, proofLength);

export function createReceiptTokens({ database: { db } }: { readonly database: Database }) {
  /** Code and proof for a link. Null if nothing was bought. */
  async function of(orderId: string): Promise<string | null> {
    const row = await db
      .selectFrom('orders')
      .select(['webservice_code', 'idempotency_key', 'state'])
      .where('id', '=', orderId)
      .executeTakeFirst();
    if (!row || !boughtStates.includes(row.state)) return null;
    return row.webservice_code.replace('-', '') + proofOf(row.idempotency_key);
  }

  /** Answers an unknown code and a wrong proof alike. */
  async function open(text: string): Promise<Order | null> {
    const [, first, second, proof = ''] = tokenFormat.exec(text) ?? [];
    const row = await db
      .selectFrom('orders')
      .selectAll()
      .where('webservice_code', '=', `${first}-${second}`)
      .executeTakeFirst();
    const right = proofOf(row?.idempotency_key ?? '');
    const fits = proof.length === proofLength && timingSafeEqual(Buffer.from(proof), Buffer.from(right));
    return row && fits && boughtStates.includes(row.state) ? orderOf(row) : null;
  }

  return { of, open };
}
