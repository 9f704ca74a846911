import type { Transaction } from '#storage/database.ts';
import { isOpen } from '#storage/order-states.ts';
import type { Reseller } from './reseller.ts';

/** They may buy now, by this token: a request whose body came slowly may have been let in before that ended. */
export async function allowed(tx: Transaction, personId: number, token: Reseller['token']) {
  return tx
    .selectFrom('api_access')
    .innerJoin('people', 'people.id', 'api_access.person_id')
    .select(['api_access.daily_limit', 'people.created_at'])
    .where('people.id', '=', personId)
    .where('people.role', '=', 'agent')
    .where('api_access.allowed_at', 'is not', null)
    .$if(token !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('api_tokens')
            .select('id')
            .where('id', '=', token?.id ?? '')
            .where('hash', '=', token?.hash ?? '')
            .where('revoked_at', 'is', null),
        ),
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
