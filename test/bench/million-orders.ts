import { Kysely, type RawBuilder, sql } from 'kysely';
import { createLog } from '#log.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { createPostgresDialect } from '#storage/postgres.ts';
import { createSqliteDialect, openSqlite } from '#storage/sqlite.ts';
import type { Tables } from '#storage/tables/tables.ts';

export interface ManyOrders {
  /** Delivered ones; a hundredth as many were rejected, and `open` are in progress. */
  readonly orders: number;
  readonly open?: number;
  readonly agents?: number;
  readonly customers?: number;
  readonly products?: number;
  readonly days?: number;
  /** Three entries for each order: granted, held and captured. */
  readonly ledger?: boolean;
  /** Active ones, due in the years to come. */
  readonly plans?: number;
  /** The last order was confirmed just before this. */
  readonly until: number;
}

/** The first agent sold an eighth of everything. */
export const firstAgentId = 1_001;
export const firstCustomerId = 1_000_001;

const atOnce = 50_000;
const dayMs = 24 * 3_600_000;

/** Fills an existing database with months of sales. The database generates the orders, without the usual time limits. */
export async function fillWithOrders(settings: DatabaseSettings, wanted: ManyOrders): Promise<void> {
  const dialect =
    settings.kind === 'postgres'
      ? createPostgresDialect(settings, createLog('silent'), { lockTimeoutMs: 60_000, queryTimeoutMs: null })
      : createSqliteDialect(openSqlite(settings.file), 60_000);
  const db = new Kysely<Tables>({ dialect });
  try {
    await fill(db, settings.kind, wanted);
  } finally {
    await db.destroy();
  }
}

async function fill(db: Kysely<Tables>, kind: DatabaseSettings['kind'], wanted: ManyOrders): Promise<void> {
  const { orders, open = 50, agents = 40, customers = 20_000, products = 400, days = 90, until } = wanted;
  await fillPeople(db, { first: firstAgentId, count: agents, role: 'agent', at: until - days * dayMs });
  await fillPeople(db, { first: firstCustomerId, count: customers, role: 'customer', at: until - days * dayMs });

  const all = orders + Math.floor(orders / 100) + open;
  const state = sql`case when i < ${sql.lit(orders)} then 'delivered' when i < ${sql.lit(all - open)} then 'rejected' else 'unsure' end`;
  // Scattered, but the same in every run: the multiplier and the modulus are coprime.
  const chance = sql`((i * 48271) % 2147483647)`;
  const buyer = sql`case
    when ${chance} % 8 = 0 then ${sql.lit(firstAgentId)}
    when ${chance} % 8 < 5 then ${sql.lit(firstAgentId)} + (${chance} / 8) % ${sql.lit(agents)}
    else ${sql.lit(firstCustomerId)} + (${chance} / 8) % ${sql.lit(customers)} end`;
  const product = sql`1 + (${chance} / 64) % ${sql.lit(products)}`;
  const base = sql`10000 * (1 + product % 50)`;
  // Rejected and open orders are spread among the others.
  const place = sql`(case when i < ${sql.lit(orders)} then i else (i * 7919) % ${sql.lit(orders)} end)`;
  const first = until - days * dayMs;
  const step = (days * dayMs) / (orders + 1);
  const at = sql`${sql.lit(first)} + cast(${place} * ${sql.lit(step)} as bigint)`;
  for (let from = 0; from < all; from += atOnce) {
    const to = Math.min(all, from + atOnce) - 1;
    await sql`
      insert into orders (id, buyer_id, state, kind, product_id, product_type, operator_id, sim_type, title, title_en,
        days, mobile, base, vat, total, charge, route, idempotency_key, webservice_code, body, quoted_at, expires_at, confirmed_at,
        ended_at, attempts, next_attempt_at, lease_until, outcome)
      select ${numbered('m', 13)}, buyer, state, 'product', product, 'data', 1 + product % 5, 'prepaid',
        'بستهٔ شمارهٔ ' || product, 'Package ' || product, 30, '98912' || substr(cast(10000000 + chance % 10000000 as text), 2),
        ${base}, ${base} / 10, ${base} + ${base} / 10, ${base} + ${base} / 10, 'post-form /api/top-up/package/', 'key ' || i,
        substr(cast(100000 + i / 100000 as text), 2) || '-' || substr(cast(100000 + i % 100000 as text), 2),
        '', at - 20000, at + 600000, at, case when state = 'unsure' then null else at + 3000 end, 1, at, 0, ''
      from (select i, ${chance} as chance, ${buyer} as buyer, ${product} as product, ${state} as state, ${at} as at
        from ${series(kind, from, to)}) made`.execute(db);
  }
  if (wanted.ledger) await fillLedger(db);
  await fillPlans(db, kind, { count: wanted.plans ?? 0, until });
  await db.deleteFrom('daily_sales').execute();
  await fillDailySales(db);
  if (kind === 'postgres') await sql`analyze`.execute(db);
}

/** The sums of all orders delivered so far, into an empty table. */
async function fillDailySales(db: Kysely<Tables>): Promise<void> {
  // Tehran is three and a half hours ahead all the year round.
  const day = sql`(confirmed_at + 12600000) / 86400000`;
  const bought = (part: RawBuilder<unknown>, partId: RawBuilder<unknown>, titles: RawBuilder<unknown>) => sql`
    insert into daily_sales (seller_id, part, day, part_id, count, base, vat, total, title, title_en)
    select buyer_id, ${part}, ${day}, ${partId}, count(*), sum(base), sum(vat), sum(total), ${titles}
    from orders where state = 'delivered' group by 1, 2, 3, 4`;
  await bought(sql`'operator'`, sql`operator_id`, sql`null, null`).execute(db);
  await bought(sql`kind`, sql`product_id`, sql`max(title), max(title_en)`).execute(db);
  await sql`
    insert into daily_sales (seller_id, part, day, part_id, count, base, vat, total, title, title_en)
    select 0, part, day, part_id, sum(count), sum(base), sum(vat), sum(total), max(title), max(title_en)
    from daily_sales group by 2, 3, 4`.execute(db);
}

/** Balances stay as they are: each order was paid for before. */
async function fillLedger(db: Kysely<Tables>): Promise<void> {
  const entries = [
    ['grant', sql`total`, sql`0`, sql`total`],
    ['hold', sql`0`, sql`total`, sql`total`],
    ['capture', sql`-total`, sql`-total`, sql`0`],
  ] as const;
  for (const [entry, balance, held, after] of entries)
    await sql`
      insert into ledger (key, person_id, kind, balance_delta, held_delta, balance_after, order_id, actor, note, at)
      select ${sql.lit(`${entry}:`)} || id, buyer_id, ${sql.lit(entry)}, ${balance}, ${held}, ${after}, id, 'bench', null,
        confirmed_at
      from orders where state = 'delivered'`.execute(db);
}

async function fillPlans(
  db: Kysely<Tables>,
  kind: DatabaseSettings['kind'],
  { count, until }: { count: number; until: number },
): Promise<void> {
  if (count === 0) return;
  const day = Math.floor(until / dayMs);
  await sql`
    insert into plans (id, person_id, mobile, what, kind, product_id, product_type, operator_id, sim_type, title, days,
      total, charge, ceiling, schedule, anchor, next_day, state, created_at, updated_at, next_attempt_at)
    select ${numbered('p', 13)}, ${sql.lit(firstCustomerId)} + i, '989121234567', 'product:1', 'product', 1, 'data', 1,
      'prepaid', 'Package', 30, 110000, 110000, 130000, 'd30', ${sql.lit(day)}, ${sql.lit(day)} + 365 + i % 365,
      'active', ${sql.lit(until)}, ${sql.lit(until)}, ${sql.lit(until)} + (365 + i % 365) * cast(${sql.lit(dayMs)} as bigint)
    from ${series(kind, 0, count - 1)}`.execute(db);
}

async function fillPeople(
  db: Kysely<Tables>,
  { first, count, role, at }: { first: number; count: number; role: string; at: number },
): Promise<void> {
  await sql`
    insert into people (id, name, language, unit, role, created_at, seen_at)
    with recursive many(i) as (select 0 union all select i + 1 from many where i < ${sql.lit(count - 1)})
    select ${sql.lit(first)} + i, ${sql.lit(`A ${role} `)} || i, 'en', 'rial', ${sql.lit(role)}, ${sql.lit(at)}, ${sql.lit(at)}
    from many`.execute(db);
}

/** As long as an order's id. */
const numbered = (letter: string, digits: number): RawBuilder<unknown> =>
  sql`${sql.lit(letter)} || substr(cast(${sql.lit(10 ** digits)} + i as text), 2)`;

const series = (kind: DatabaseSettings['kind'], from: number, to: number): RawBuilder<unknown> =>
  kind === 'postgres'
    ? sql`generate_series(${sql.lit(from)}::bigint, ${sql.lit(to)}::bigint) as many(i)`
    : sql`(with recursive many(i) as (select ${sql.lit(from)} union all select i + 1 from many where i < ${sql.lit(to)}) select i from many)`;
