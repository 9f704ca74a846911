import { sql } from 'kysely';
import { type Day, dayMs, dayOf, startOf } from '../../domain/calendar.ts';
import type { Rials } from '../../domain/money.ts';
import { isSettlementDay, noSettlement, type SettlementTerms } from '../../domain/settlement.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { readSwitch, setSwitch } from '../../storage/switches.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { ensureWallet } from '../wallet/ledger.ts';
import { everyAgent, type SettlementTermsStore } from './settlement-terms.ts';

export interface OpenStatement {
  readonly personId: number;
  readonly name: string;
  readonly owed: Rials;
  readonly paid: Rials;
  readonly graceEndsAt: number;
  readonly isPaused: boolean;
}

export type Statements = ReturnType<typeof createStatements>;

interface StatementsDeps {
  readonly database: Database;
  readonly terms: Pick<SettlementTermsStore, 'all'>;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly now: () => number;
}

/** People read it in the morning, in Tehran. */
const morningMs = 9 * 3_600_000;
const switchName = 'settlement-day';
/** After a longer standstill only the last days are looked at. */
const mostDaysBehind = 31;
/** What a first statement covers. */
const firstDays = { never: 0, weekly: 7, monthly: 30 } as const;

/** Statements of what agents owe, each made once on its day, together with the message to the agent. */
export function createStatements({ database, terms, alerts, now }: StatementsDeps) {
  const { db } = database;

  /** The latest day on which statements may be made. */
  const today = (): Day => dayOf(now() - morningMs);

  /** The unique day of a statement lets two processes, or one that died half-way, do this twice. */
  async function makeDue(): Promise<number> {
    const until = today();
    const done = await lastDay();
    if (done !== null && done >= until) return 0;
    const stored = await terms.all();
    let made = 0;
    // A new shop begins with the day on which it first looks.
    const from = Math.max(done === null ? until : done + 1, until - mostDaysBehind);
    if ([...stored.values()].some(({ cycle }) => cycle !== 'never'))
      for (const personId of await owing()) {
        const theirs = stored.get(personId) ?? stored.get(everyAgent) ?? noSettlement;
        const day = lastSettlementDay(theirs, from, until);
        if (day !== null && (await database.transaction((tx) => make(tx, personId, theirs, day)))) made += 1;
      }
    await setSwitch(db, { name: switchName, value: String(until), actor: 'settlement', at: now() });
    return made;
  }

  async function lastDay(): Promise<Day | null> {
    const row = await readSwitch(db, switchName);
    return row ? Number(row.value) : null;
  }

  /** Agents in debt. */
  async function owing(): Promise<number[]> {
    const rows = await db
      .selectFrom('wallets')
      .innerJoin('people', 'people.id', 'wallets.person_id')
      .select('people.id')
      .where('wallets.balance', '<', 0)
      .where('people.role', '=', 'agent')
      .execute();
    return rows.map(({ id }) => id);
  }

  async function make(tx: Transaction, personId: number, theirs: SettlementTerms, day: Day): Promise<boolean> {
    await ensureWallet(tx, personId);
    const wallet = await tx
      .selectFrom('wallets')
      .select('balance')
      .where('person_id', '=', personId)
      .executeTakeFirst();
    const owed = -(wallet?.balance ?? 0);
    if (owed <= 0) return false;
    const before = await tx
      .selectFrom('settlements')
      .select(['day', 'ledger_id'])
      .where('person_id', '=', personId)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    const fromDay = before?.day ?? day - firstDays[theirs.cycle];
    const moved = await tx
      .selectFrom('ledger')
      .select([
        sql<number>`cast(coalesce(max(id), 0) as bigint)`.as('last'),
        sql<number>`cast(coalesce(sum(case when balance_delta > 0 then balance_delta else 0 end), 0) as bigint)`.as(
          'paid',
        ),
        sql<number>`cast(coalesce(sum(case when kind = 'capture' then -balance_delta else 0 end), 0) as bigint)`.as(
          'bought',
        ),
      ])
      .where('person_id', '=', personId)
      .$if(before !== undefined, (query) => query.where('id', '>', before?.ledger_id ?? 0))
      .$if(before === undefined, (query) => query.where('at', '>=', startOf(fromDay)))
      .executeTakeFirstOrThrow();
    const at = now();
    const graceEndsAt = startOf(day) + morningMs + theirs.graceDays * dayMs;
    const made = await tx
      .insertInto('settlements')
      .values({
        person_id: personId,
        day,
        from_day: fromDay,
        owed,
        ledger_id: Math.max(moved.last, before?.ledger_id ?? 0),
        state: 'open',
        grace_ends_at: graceEndsAt,
        created_at: at,
        ended_at: null,
        next_attempt_at: at,
      })
      .onConflict((conflict) => conflict.columns(['person_id', 'day']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return false;
    const { paid, bought } = moved;
    const alert = { kind: 'settlement-due', fromDay, day, bought, paid, owed, graceEndsAt } as const;
    await alerts.writeTo(tx, [personId], { occasion: made.id, alert });
    return true;
  }

  /** Not paid yet; those that pause someone first, then the oldest. */
  async function open(limit: number): Promise<OpenStatement[]> {
    const rows = await db
      .selectFrom('settlements')
      .innerJoin('people', 'people.id', 'settlements.person_id')
      .selectAll('settlements')
      .select('people.name')
      .where('settlements.ended_at', 'is', null)
      .orderBy('settlements.state', 'desc')
      .orderBy('settlements.id')
      .limit(limit)
      .execute();
    return Promise.all(
      rows.map(async (row) => ({
        personId: row.person_id,
        name: row.name,
        owed: row.owed,
        paid: await paidSince(db, row),
        graceEndsAt: row.grace_ends_at,
        isPaused: row.state === 'paused',
      })),
    );
  }

  return { makeDue, open };
}

/** What came in since a statement, by whatever way: it pays the oldest debt first. */
export async function paidSince(
  on: Database['db'] | Transaction,
  { person_id, ledger_id }: { readonly person_id: number; readonly ledger_id: number },
): Promise<Rials> {
  const { paid } = await on
    .selectFrom('ledger')
    .select(sql<number>`cast(coalesce(sum(balance_delta), 0) as bigint)`.as('paid'))
    .where('person_id', '=', person_id)
    .where('id', '>', ledger_id)
    .where('balance_delta', '>', 0)
    .executeTakeFirstOrThrow();
  return paid;
}

function lastSettlementDay(terms: SettlementTerms, from: Day, until: Day): Day | null {
  for (let day = until; day >= from; day -= 1) if (isSettlementDay(terms, day)) return day;
  return null;
}
