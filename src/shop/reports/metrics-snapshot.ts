import { sql } from 'kysely';
import type { OrderState } from '../../domain/order.ts';
import type { Database } from '../../storage/database.ts';
import { inState, isOpen } from '../orders/state-filter.ts';

const live: readonly OrderState[] = ['quoted', 'confirmed', 'unsure', 'review'];
/** Each has its own index; ended orders may be millions, and are counted as they end. */
const groups = [inState('quoted'), isOpen, inState('review')];

export async function readMetricsSnapshot({ db }: Database, now: number) {
  // Sequentially: monitoring must not take the connections that people need.
  const states: { readonly state: OrderState; readonly count: number }[] = [];
  for (const group of groups) {
    const some = await db
      .selectFrom('orders')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .where(group)
      .groupBy('state')
      .execute();
    states.push(...some);
  }
  const oldest = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.min('confirmed_at').as('at'))
    .where(isOpen)
    .executeTakeFirst();
  const held = await db
    .selectFrom('wallets')
    .select(sql<number>`cast(coalesce(sum(held), 0) as bigint)`.as('held'))
    .executeTakeFirstOrThrow();
  const receipts = await db
    .selectFrom('receipt_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  const counts = Object.fromEntries(live.map((state) => [state, 0]));
  for (const { state, count } of states) counts[state] = count;
  const since = oldest?.at ?? null;
  return {
    orders: counts,
    unsureSeconds: since === null ? 0 : Math.max(0, (now - since) / 1_000),
    heldRials: held.held,
    receiptsWaiting: receipts.count,
  };
}
