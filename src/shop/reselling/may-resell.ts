import { sql } from 'kysely';
import { dayMs, midnight } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Transaction } from '#storage/database.ts';
import { isOpen } from '#storage/order-states.ts';

/** They may buy now, by this token: a request whose body came slowly may have been let in before that ended. */
export async function allowed(tx: Transaction, personId: number, tokenId: string | null) {
  return tx
    .selectFrom('api_access')
    .innerJoin('people', 'people.id', 'api_access.person_id')
    .select(['api_access.daily_limit', 'people.created_at'])
    .where('people.id', '=', personId)
    .where('people.role', '=', 'agent')
    .where('api_access.allowed_at', 'is not', null)
    .$if(tokenId !== null, (query) =>
      query.where((eb) =>
        eb.exists(eb.selectFrom('api_tokens').select('id').where('id', '=', tokenId).where('revoked_at', 'is', null)),
      ),
    )
    .executeTakeFirst();
}

/** Of one agent, by the API. */
export async function openOrders(tx: Transaction, personId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOpen)
    .where('buyer_id', '=', personId)
    .where('source', '=', 'api')
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface LimitedSale {
  readonly personId: number;
  readonly dailyLimit: Rials | null;
  readonly charge: Rials;
  readonly at: number;
}

/** The owner's limit for the API, beside the agent's own. The wallet is locked. */
export async function overLimit(
  tx: Transaction,
  { personId, dailyLimit, charge, at }: LimitedSale,
): Promise<Failure | null> {
  if (dailyLimit === null) return null;
  const since = midnight(at);
  const { spent } = await tx
    .selectFrom('orders')
    .select(sql<number>`cast(coalesce(sum(coalesce(charge, total)), 0) as bigint)`.as('spent'))
    .where('buyer_id', '=', personId)
    .where('confirmed_at', '>=', since)
    .where('state', '<>', 'rejected')
    .where('source', '=', 'api')
    .executeTakeFirstOrThrow();
  const left = Math.max(0, dailyLimit - spent);
  return charge > left ? { code: 'daily-limit', limit: dailyLimit, left, anew: since + dayMs } : null;
}
