import { type Day, dayMs, startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { isSettlementDay, lastStatementDay, noSettlement, type SettlementTerms } from '#domain/settlement.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { ensureWallet } from '#shop/base/wallet/ledger.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { readSwitch, setSwitch, statementSwitch } from '#storage/switches.ts';
import { graceEndOf, movedSince, newestEntry, openOf } from './debt.ts';
import { everyAgent, type SettlementTermsStore } from './settlement-terms.ts';

export interface OpenStatement {
  readonly personId: number;
  readonly name: string;
  readonly owed: Rials;
  /** The unpaid part. */
  readonly left: Rials;
  /** Null: the agent has not got it yet. */
  readonly graceEndsAt: number | null;
  readonly isPaused: boolean;
}

export type Statements = ReturnType<typeof createStatements>;

interface StatementsDeps {
  readonly database: Database;
  readonly terms: Pick<SettlementTermsStore, 'all'>;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly isOwner: (personId: number) => boolean;
  readonly now: () => number;
}

/** How many days the first statement covers. */
const firstDays = { never: 0, weekly: 7, monthly: 30 } as const;

/** Statements of what agents owe, each made once on its day, together with the message to the agent. */
export function createStatements({ database, terms, alerts, isOwner, now }: StatementsDeps) {
  const { db } = database;

  /** The unique day of a statement lets two processes, or one that died half-way, do this twice. */
  async function makeDue(): Promise<number> {
    const until = lastStatementDay(now());
    const last = await lastDay();
    if (last !== null && last >= until) return 0;
    const storedTerms = await terms.all();
    let count = 0;
    // A new shop begins with the day on which it first looks.
    const from = last === null ? until : last + 1;
    if ([...storedTerms.values()].some(({ cycle }) => cycle !== 'never'))
      for (const personId of await owing()) {
        const theirs = storedTerms.get(personId) ?? storedTerms.get(everyAgent) ?? noSettlement;
        const day = lastSettlementDay(theirs, from, until);
        if (day !== null && (await database.transaction((tx) => make(tx, personId, theirs, day)))) count += 1;
      }
    await setSwitch(db, { name: statementSwitch, value: String(until), actor: 'settlement', at: now() });
    return count;
  }

  async function lastDay(): Promise<Day | null> {
    const row = await readSwitch(db, statementSwitch);
    return row ? Number(row.value) : null;
  }

  /** Agents in debt. One who has become an owner owes the shop nothing that it would wait for. */
  async function owing(): Promise<number[]> {
    const rows = await db
      .selectFrom('wallets')
      .innerJoin('people', 'people.id', 'wallets.person_id')
      .select('people.id')
      .where('wallets.balance', '<', 0)
      .where('people.role', '=', 'agent')
      .orderBy('people.id')
      .execute();
    return rows.map(({ id }) => id).filter((id) => !isOwner(id));
  }

  async function make(tx: Transaction, personId: number, theirs: SettlementTerms, day: Day): Promise<boolean> {
    const debt = -(await ensureWallet(tx, personId)).balance;
    if (debt <= 0) return false;
    const last = await tx
      .selectFrom('settlements')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const fromDay = last?.day ?? day - firstDays[theirs.cycle];
    const from = last ? last.ledger_id : await newestEntry(tx, personId, startOf(fromDay));
    const { bought, paid } = await movedSince(tx, personId, from);
    const at = now();
    const graceMs = theirs.graceDays * dayMs;
    const graceEndsAt = at + graceMs;
    const inserted = await tx
      .insertInto('settlements')
      .values({
        person_id: personId,
        day,
        from_day: fromDay,
        owed: debt,
        ledger_id: await newestEntry(tx, personId),
        state: 'open',
        grace_ends_at: graceEndsAt,
        created_at: at,
        ended_at: null,
        next_attempt_at: at,
      })
      .onConflict((conflict) => conflict.columns(['person_id', 'day']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    const sums = { before: debt - bought + paid, bought, paid, owed: debt };
    const alert = { kind: 'settlement-due', fromDay, day, ...sums, graceMs, graceEndsAt } as const;
    await alerts.writeTo(tx, [personId], { occasion: inserted.id, alert });
    return true;
  }

  /** Not paid yet, of all agents or of one; those that pause someone first, then the oldest. `more`: how many are left out. */
  async function open(
    limit: number,
    personId: number | null = null,
  ): Promise<{ statements: OpenStatement[]; more: number }> {
    const unpaid = db
      .selectFrom('settlements')
      .innerJoin('people', 'people.id', 'settlements.person_id')
      .where('settlements.ended_at', 'is', null)
      .$if(personId !== null, (query) => query.where('settlements.person_id', '=', personId));
    const { count } = await unpaid.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await unpaid
      .selectAll('settlements')
      .select('people.name')
      .orderBy('settlements.state', 'desc')
      .orderBy('settlements.id')
      .limit(limit)
      .execute();
    const statements = await Promise.all(
      rows.map(async (row) => ({
        personId: row.person_id,
        name: row.name,
        owed: row.owed,
        left: await openOf(db, row),
        graceEndsAt: await graceEndOf(db, row),
        isPaused: row.state === 'paused',
      })),
    );
    // What is paid already ends within a minute.
    return { statements: statements.filter(({ left }) => left > 0), more: count - rows.length };
  }

  return { makeDue, open };
}

function lastSettlementDay(terms: SettlementTerms, from: Day, until: Day): Day | null {
  for (let day = until; day >= from; day -= 1) if (isSettlementDay(terms, day)) return day;
  return null;
}
