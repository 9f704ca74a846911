import { sql } from 'kysely';
import { dayMs, midnight } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import { ensureWallet } from './ledger.ts';

/** Null without a limit. */
export interface DailyLimits {
  readonly customer: Rials | null;
  readonly agent: Rials | null;
}

export const noLimits: DailyLimits = { customer: null, agent: null };

export interface Today {
  readonly limit: Rials;
  readonly left: Rials;
  /** When the next day begins. */
  readonly anew: number;
}

export interface DailyLimit {
  /** Null without a limit. */
  today(personId: number): Promise<Today | null>;
  /** For screens; `exceedsDailyLimit` decides. */
  wouldExceedDailyLimit(personId: number, charge: Rials): Promise<Failure | null>;
  /** Locks the wallet, so that other confirmations of this person are counted or wait. */
  exceedsDailyLimit(tx: Transaction, sale: Sale): Promise<Failure | null>;
}

interface Sale {
  readonly buyerId: number;
  readonly charge: Rials;
  readonly at: number;
}

interface DailyLimitDeps {
  readonly database: Database;
  readonly isOwner: (personId: number) => boolean;
  readonly limits: DailyLimits;
  readonly now: () => number;
}

/** Rejected orders do not count. */
export function createDailyLimits({ database, isOwner, limits, now }: DailyLimitDeps): DailyLimit {
  const isLimited = (personId: number) => !isOwner(personId) && (limits.customer !== null || limits.agent !== null);

  async function read(db: Queries, personId: number, at: number): Promise<Today | null> {
    if (!isLimited(personId)) return null;
    const person = await db.selectFrom('people').select('role').where('id', '=', personId).executeTakeFirst();
    const limit = limits[person?.role ?? 'customer'];
    return limit === null ? null : todayOf(db, { personId, limit, at });
  }

  return {
    today: (personId) => read(database.db, personId, now()),
    wouldExceedDailyLimit: async (personId, charge) => failureOf(await read(database.db, personId, now()), charge),
    exceedsDailyLimit: async (tx, { buyerId, charge, at }) => {
      if (!isLimited(buyerId)) return null;
      await ensureWallet(tx, buyerId);
      return failureOf(await read(tx, buyerId, at), charge);
    },
  };
}

interface LimitedDay {
  readonly personId: number;
  readonly limit: Rials;
  readonly at: number;
  /** Counts only purchases from this place; by default all. */
  readonly source?: 'api';
}

/** How much of a limit is left today. */
export async function todayOf(db: Queries, { personId, limit, at, source }: LimitedDay): Promise<Today> {
  const since = midnight(at);
  const { spent } = await db
    .selectFrom('orders')
    .select(sql<number>`cast(coalesce(sum(charge), 0) as bigint)`.as('spent'))
    .where('buyer_id', '=', personId)
    .where('confirmed_at', '>=', since)
    .where('state', '<>', 'rejected')
    .where('reversed_at', 'is', null)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? null))
    .executeTakeFirstOrThrow();
  return { limit, left: Math.max(0, limit - spent), anew: since + dayMs };
}

export const failureOf = (today: Today | null, charge: Rials): Failure | null =>
  today !== null && charge > today.left ? { code: 'daily-limit', ...today } : null;
