import { createHash, timingSafeEqual } from 'node:crypto';
import { boughtStates } from '../../domain/order.ts';
import type { Database } from '../../storage/database.ts';
import { type Order, orderOf } from './order.ts';

export type ReceiptTokens = ReturnType<typeof createReceiptTokens>;

/** 96 bits: nobody finds them by trying. */
const proofLength = 16;
const written = /^([0-9A-HJKMNP-TV-Z]{5})([0-9A-HJKMNP-TV-Z]{5})([\w-]{16})$/;

/**
 * A receipt that anyone can check. Its key was drawn at random when the order was priced and is told to nobody but the
 * gateway, so what is made of it proves that whoever shows it was shown the receipt. Every order has one, old ones too.
 */
const proofOf = (idempotencyKey: string): string =>
  createHash('sha256').update(`receipt:${idempotencyKey}`).digest('base64url').slice(0, proofLength);

export function createReceiptTokens({ database: { db } }: { readonly database: Database }) {
  /** The code and its proof, in letters that a link may carry. Null: nothing was bought, so there is nothing to show. */
  async function of(orderId: string): Promise<string | null> {
    const row = await db
      .selectFrom('orders')
      .select(['webservice_code', 'idempotency_key', 'state'])
      .where('id', '=', orderId)
      .executeTakeFirst();
    if (!row || !boughtStates.includes(row.state)) return null;
    return row.webservice_code.replace('-', '') + proofOf(row.idempotency_key);
  }

  /** The order that this belongs to. A code that does not exist and a wrong proof are the same: null. */
  async function open(text: string): Promise<Order | null> {
    const [, first, second, proof = ''] = written.exec(text) ?? [];
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
