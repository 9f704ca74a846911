import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '#domain/calendar.ts';
import type { OrderState } from '#domain/order.ts';
import { lastDueDay } from '#domain/schedule.ts';
import type { Database, Queries } from '#storage/database.ts';
import { inState, isOpen } from '#storage/order-states.ts';

const live: readonly OrderState[] = ['quoted', 'confirmed', 'unsure', 'review'];
/** Each group has its own index. There may be millions of ended orders, which are counted as they end. */
const groups = [inState('quoted'), isOpen, inState('review')];

export async function readMetricsSnapshot({ db }: Database, now: number) {
  // Reads one after the other, so that monitoring does not take the connections that people need.
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
  const payments = [
    ...(await countPayments(db, sql<boolean>`ended_at > ${now - dayMs}`)),
    ...(await countPayments(db, sql<boolean>`next_attempt_at is not null and ended_at is null`)),
    ...(await countPayments(
      db,
      sql<boolean>`waiting_since is not null and next_attempt_at is null and ended_at is null`,
    )),
  ];
  const waiting = await db
    .selectFrom('payments')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('waiting_since').as('since')])
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow();
  const asking = await db
    .selectFrom('support_conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow();
  const plans = await db
    .selectFrom('plans')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    // Literals, here and below, because SQLite uses the partial indexes only then.
    .where(sql<boolean>`state = 'active'`)
    .executeTakeFirstOrThrow();
  const cyclesDue = await db
    .selectFrom('plan_cycles')
    .select((eb) => ['problem', eb.fn.countAll<number>().as('count')])
    .where(sql<boolean>`state = 'waiting'`)
    .where('day', '<=', lastDueDay(now))
    .groupBy('problem')
    .execute();
  const counts = Object.fromEntries(live.map((state) => [state, 0]));
  for (const { state, count } of states) counts[state] = count;
  const since = oldest?.at ?? null;
  return {
    orders: counts,
    unsureSeconds: since === null ? 0 : Math.max(0, (now - since) / 1_000),
    heldRials: held.held,
    receiptsWaiting: receipts.count,
    payments,
    supportWaiting: asking.count,
    plansActive: plans.count,
    cyclesDue,
    paymentsWaiting: waiting.count,
    paymentSeconds: waiting.since === null ? 0 : Math.max(0, (now - waiting.since) / 1_000),
  };
}

/** Each condition has its own index. */
const countPayments = (db: Queries, which: RawBuilder<boolean>) =>
  db
    .selectFrom('payments')
    .select((eb) => ['method', 'state', eb.fn.countAll<number>().as('count')])
    .where(which)
    .groupBy(['method', 'state'])
    .execute();
