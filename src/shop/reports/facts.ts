import { sql } from 'kysely';
import type { OrderState } from '../../domain/order.ts';
import type { Database } from '../../storage/database.ts';
import { isOpen, stands } from '../orders/standing.ts';

const live: readonly OrderState[] = ['quoted', 'confirmed', 'unsure', 'review'];
/** Each of these has an index of its own; the ended ones may be millions, and are counted as they end. */
const groups = [stands('quoted'), isOpen, stands('review')];

/** Where the shop stands, for whoever watches it from outside. */
export async function readFacts({ db }: Database, now: number) {
  const counted = groups.map((group) =>
    db
      .selectFrom('orders')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .where(group)
      .groupBy('state')
      .execute(),
  );
  const [states, oldest, held, receipts] = await Promise.all([
    Promise.all(counted),
    db
      .selectFrom('orders')
      .select((eb) => eb.fn.min('confirmed_at').as('at'))
      .where(isOpen)
      .executeTakeFirst(),
    db
      .selectFrom('wallets')
      .select(sql<number>`cast(coalesce(sum(held), 0) as bigint)`.as('held'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('receipts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const counts = Object.fromEntries(live.map((state) => [state, 0]));
  for (const { state, count } of states.flat()) counts[state] = count;
  const since = oldest?.at ?? null;
  return {
    orders: counts,
    unsureSeconds: since === null ? 0 : Math.max(0, (now - since) / 1_000),
    heldRials: held.held,
    receiptsWaiting: receipts.count,
  };
}
