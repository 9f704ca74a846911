import type { OrderSource } from '#domain/order.ts';
import type { Transaction } from '#storage/database.ts';
import { isOpen } from '#storage/order-states.ts';
import type { Reseller } from './api-access.ts';

/**
 * Finds the agent who may buy now with this token. Checked again here, because permission may have ended while a slow
 * body arrived.
 */
export async function allowed(tx: Transaction, { personId, token }: Reseller) {
  if (token === null) return allowedBot(tx, personId);
  return tx
    .selectFrom('api_access')
    .innerJoin('people', 'people.id', 'api_access.person_id')
    .innerJoin('api_tokens', 'api_tokens.person_id', 'people.id')
    .select(['api_access.daily_limit', 'people.created_at'])
    .where('people.id', '=', personId)
    .where('people.role', '=', 'agent')
    .where('api_access.allowed_at', 'is not', null)
    .where('api_tokens.id', '=', token.id)
    .where('api_tokens.hash', '=', token.hash)
    .where('api_tokens.revoked_at', 'is', null)
    .executeTakeFirst();
}

async function allowedBot(tx: Transaction, personId: number) {
  const row = await tx
    .selectFrom('agent_bots')
    .innerJoin('people', 'people.id', 'agent_bots.person_id')
    .select('people.created_at')
    .where('people.id', '=', personId)
    .where('people.role', '=', 'agent')
    .where('agent_bots.allowed_at', 'is not', null)
    .where('agent_bots.paused_at', 'is', null)
    .executeTakeFirst();
  return row && { ...row, daily_limit: null };
}

/** Counts the open orders of one agent. */
export async function openOrders(tx: Transaction, personId: number, source: OrderSource): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOpen)
    .where('buyer_id', '=', personId)
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
  return Number(count);
}
