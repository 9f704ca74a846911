import { type Selectable, sql } from 'kysely';
import type { Database } from '#storage/database.ts';
import { isOpen } from '#storage/order-states.ts';
import { prepared } from '#storage/prepared.ts';
import { type LeasedTable, unfinished } from '#storage/process-lease.ts';
import { gatewaySwitch } from '#storage/switches.ts';
import type { Tables } from '#storage/tables/tables.ts';

export interface Claim {
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** For orders, the gateway to which this process sends them; null if it is not the noted one. */
  readonly gateway?: string | null;
}

interface Parameters {
  readonly now: number;
  readonly until: number;
  readonly limit: number;
  readonly gateway: string | null;
}

/** Chats and recipients of broadcasts have claims of their own. */
type Claimable = Exclude<LeasedTable, 'chats' | 'announcement_people'>;

/**
 * The place of each row among its person's rows: leased ones first, then due ones. A person has at most `perPerson` leased
 * rows, and everybody's first row comes before anybody's second, so that a slow or busy address does not delay the others.
 */
const placesIn = (table: 'api_deliveries', now: number) =>
  sql<{ row_id: string; place: number }>`(
    select id as row_id, row_number() over (
      partition by person_id
      order by case when lease_until > ${now} then 0 else 1 end, next_attempt_at, id
    ) as place
    from ${sql.table(table)}
    where ${unfinished[table]} and (lease_until > ${now} or next_attempt_at <= ${now}))`.as('placed');

/** While replicas change their gateway one after the other, those with the old one stop sending. */
const isGatewayNoted = (gateway: string | null) =>
  sql<boolean>`not exists (select 1 from ${sql.table('switches')} where name = ${gatewaySwitch} and value <> ${gateway})`;

/**
 * Leases rows that are due and that no other process works on. The update checks the conditions again, so two processes
 * never get the same row. If a lease expires during a slow call, a second process sends the same key.
 *
 * PostgreSQL skips rows that another claim is writing, because two claims that wait for each other would deadlock. The rows
 * are chosen in a `with`, which runs once under every plan, so that at most `limit` are taken.
 */
function claimFrom<T extends Claimable>(
  table: T,
  keyColumn: keyof Tables[T] & string,
  perPerson: number | null = null,
) {
  const isUnfinished = unfinished[table];
  // Kysely cannot type a variable table; all these tables have the columns used here.
  const name = table as 'alerts';
  const key = keyColumn as 'id';
  const build = (kind: Database['kind']) =>
    prepared((db, { now, until, limit, gateway }: Parameters) => {
      const due = db.with('due', (cte) =>
        cte
          .selectFrom(name)
          .select(key)
          .where(isUnfinished)
          .where('next_attempt_at', '<=', now)
          .where('lease_until', '<=', now)
          .$if(table === 'orders', (query) => query.where(isGatewayNoted(gateway)))
          .$if(perPerson !== null, (query) =>
            query
              .innerJoin(placesIn('api_deliveries', now), 'placed.row_id', `${name}.${key}`)
              .where('placed.place', '<=', perPerson)
              .orderBy('placed.place'),
          )
          .orderBy('next_attempt_at')
          .limit(limit)
          .$if(kind === 'postgres', (query) => query.forUpdate(name).skipLocked()),
      );
      return db
        .updateTable(name)
        .set((eb) => ({ lease_until: until, attempts: eb('attempts', '+', 1) }))
        .where(key, 'in', due.selectFrom('due').select(`due.${key}`))
        .where(isUnfinished)
        .where('next_attempt_at', '<=', now)
        .where('lease_until', '<=', now)
        .returningAll();
    });
  const statements = { sqlite: build('sqlite'), postgres: build('postgres') };
  const soonest = prepared((db, _: object) =>
    db
      .selectFrom(name)
      .select(
        sql<number | null>`min(case when lease_until > next_attempt_at then lease_until else next_attempt_at end)`.as(
          'at',
        ),
      )
      .where(isUnfinished),
  );
  const claim = async (
    { kind, db }: Database,
    { now, leaseMs, limit, gateway = null }: Claim,
  ): Promise<Selectable<Tables[T]>[]> => {
    const rows = await statements[kind](db, { now, until: now + leaseMs, limit, gateway });
    // PostgreSQL returns the rows in any order.
    const inOrder: unknown[] = rows.toSorted(
      (one, other) => one.next_attempt_at - other.next_attempt_at || (one[key] < other[key] ? -1 : 1),
    );
    return inOrder as Selectable<Tables[T]>[];
  };
  /** When the next row of the table is due; null if there is none. */
  const nextDue = async ({ db }: Database): Promise<number | null> => (await soonest(db, {}))[0]?.at ?? null;
  return Object.assign(claim, { nextDue });
}

export const claimOrders = claimFrom('orders', 'id');
export const claimReceiptJobs = claimFrom('receipt_jobs', 'subject');
export const claimPayments = claimFrom('payments', 'id');
export const claimPlanCycles = claimFrom('plan_cycles', 'id');
export const claimConversations = claimFrom('support_conversations', 'person_id');
export const claimAlerts = claimFrom('alerts', 'id');
export const claimSettlements = claimFrom('settlements', 'id');
/** Limits calls to one agent's address to two at once. */
export const claimApiDeliveries = claimFrom('api_deliveries', 'id', 2);

/** Identifies a claim. The next claim of the row has another number and another lease. */
export interface Claimed {
  readonly attempts: number;
  readonly lease_until: number;
}

/**
 * The condition of every write to a claimed row. After the lease ends, another process may have changed the row, and this
 * process must not end, postpone or release it.
 */
export const isStillClaimed = ({ attempts, lease_until }: Claimed) =>
  sql<boolean>`attempts = ${attempts} and lease_until = ${lease_until}`;

/** Whether any order still has to be sent, now or later. */
export async function areOrdersOpen({ db }: Database): Promise<boolean> {
  const one = await db.selectFrom('orders').select('id').where(isOpen).limit(1).executeTakeFirst();
  return one !== undefined;
}
