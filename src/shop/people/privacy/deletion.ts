import { type RawBuilder, sql } from 'kysely';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { type Audit, withoutTyped } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { ensureWallet } from '#shop/base/wallet/ledger.ts';
import type { People } from '#shop/people/people/people.ts';
import { conversationNamespace } from '#storage/chat-leases.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import { keyIn } from '#storage/keyv-adapter.ts';
import { lockPerson } from '#storage/person-lock.ts';
import { type PersonalTable, personalTables } from './personal-tables.ts';

/** What must end before a person can be forgotten. */
export interface DeletionBlockers {
  readonly orders: number;
  readonly payments: number;
  readonly plans: number;
  /** Their own bot, whose customers have money in it. */
  readonly bots: number;
  /** The balance, which they would lose; negative if they owe it. */
  readonly balance: Rials;
}

interface DeletionDeps {
  readonly database: Database;
  readonly people: Pick<People, 'isOwner'>;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'write'>;
  readonly alertsDue: Signal;
  /** How many agents' bots may exist; 0 switches them off. */
  readonly mostBots: number;
  /** How many payments of this person may still arrive. */
  readonly countArrivingPayments: (db: Queries, personId: number) => Promise<number>;
  /** What each area ends for a person before their rows are erased. */
  readonly endings: readonly Ending[];
  readonly now: () => number;
}

/** Ends one area in the deletion's transaction. */
export type Ending = (tx: Transaction, personId: number, now: number) => Promise<void>;

/** Deletes a person's data at their own request. */
export function createDeletion(deps: DeletionDeps) {
  const { database, people, audit, alerts, alertsDue, mostBots, countArrivingPayments, endings, now } = deps;

  async function blockers(personId: number, db: Queries = database.db): Promise<DeletionBlockers> {
    const count = sql<number>`count(*)`.as('count');
    const orders = await db
      .selectFrom('orders')
      .select(count)
      .where('buyer_id', '=', personId)
      .where('state', 'in', ['confirmed', 'unsure', 'review'])
      .executeTakeFirstOrThrow();
    const payments = await countArrivingPayments(db, personId);
    const plans = await db
      .selectFrom('plans')
      .select(count)
      .where('person_id', '=', personId)
      .where('state', '<>', 'stopped')
      .executeTakeFirstOrThrow();
    const wallet = await db
      .selectFrom('wallets')
      .select('balance')
      .where('person_id', '=', personId)
      .executeTakeFirst();
    const bots = await db
      .selectFrom('agent_bots')
      .select(count)
      .where('person_id', '=', personId)
      .where('token', 'is not', null)
      .executeTakeFirstOrThrow();
    return {
      orders: orders.count,
      payments,
      plans: plans.count,
      bots: mostBots === 0 ? 0 : bots.count,
      balance: wallet?.balance ?? 0,
    };
  }

  /** Deletes everything in one transaction. The person's next message is a first contact. */
  async function run(personId: number): Promise<Result<null, Failure>> {
    if (people.isOwner(personId)) return err({ code: 'not-allowed' });
    const result = await database.transaction(async (tx): Promise<Result<null, Failure>> => {
      // Takes the lock of purchases and payments, so that none is confirmed in between.
      await lockPerson(database, tx, personId);
      // Locks orders, payments, then the wallet, as everywhere. SQLite has only one writer anyway.
      if (database.kind === 'postgres') {
        await tx.selectFrom('orders').select('id').where('buyer_id', '=', personId).orderBy('id').forUpdate().execute();
        const payments = tx.selectFrom('payments').select('id').where('person_id', '=', personId);
        await payments.orderBy('id').forUpdate().execute();
      }
      await ensureWallet(tx, personId);
      const open = await blockers(personId, tx);
      if (open.orders + open.payments + open.plans + open.bots > 0 || open.balance !== 0)
        return err({ code: 'deletion-blocked' });
      for (const end of endings) await end(tx, personId, now());
      await endRoles(tx, personId);
      for (const [name, policy] of Object.entries(personalTables))
        if (policy !== null) await forget(tx, name, policy as PersonalTable, personId);
      await eraseByContent(tx, personId);
      await tx.updateTable('people').set({ deleted_at: now() }).where('id', '=', personId).execute();
      await audit.write(tx, { actorId: personId, action: 'delete-person', personId, details: {} });
      await alerts.write(tx, `${personId}:${now()}`, { kind: 'person-deleted', personId });
      return ok(null);
    });
    if (result.ok) alertsDue.notify();
    return result;
  }

  /** Ends roles as an owner would, because the audit trail must show that they were an agent or staff. */
  async function endRoles(tx: Transaction, personId: number): Promise<void> {
    const person = await tx
      .selectFrom('people')
      .innerJoin('wallets', 'wallets.person_id', 'people.id')
      .select(['role', 'staff_role', 'credit_limit'])
      .where('people.id', '=', personId)
      .executeTakeFirst();
    const by = { actorId: personId, personId };
    if (person?.role === 'agent')
      await audit.write(tx, { ...by, action: 'demote', details: { debt: 0, limit: person.credit_limit } });
    if (person && person.staff_role !== null)
      await audit.write(tx, { ...by, action: 'remove-staff', details: { role: person.staff_role } });
  }

  return { blockers, run };
}

/** Erases the person's rows of a table, or blanks columns of them. */
async function forget(tx: Transaction, name: string, policy: PersonalTable, personId: number): Promise<void> {
  // Kysely cannot type a variable table.
  const table = name as 'audit';
  const theirs = rowsOf(policy, personId);
  if (policy.deletion === 'erased') return void (await tx.deleteFrom(table).where(theirs).execute());
  const set: Record<string, unknown> = {};
  for (const [column, { blank }] of Object.entries(policy.columns))
    if (blank === withoutTyped) await blankTyped(tx, theirs);
    else if (blank !== undefined) set[column] = blank;
  if (Object.keys(set).length > 0) await tx.updateTable(table).set(set).where(theirs).execute();
}

/** Rows of the person themselves, or of their orders, payments and lists. */
function rowsOf({ of, through, where }: PersonalTable, personId: number): RawBuilder<boolean> {
  const column = sql.ref(of);
  if (through)
    return sql`${column} in (select id from ${sql.table(through)} where ${rowsOf(personalTables[through], personId)})`;
  return where ? sql`${column} = ${personId} and ${where}` : sql`${column} = ${personId}`;
}

async function blankTyped(tx: Transaction, theirs: RawBuilder<boolean>): Promise<void> {
  for (const { id, details } of await tx.selectFrom('audit').select(['id', 'details']).where(theirs).execute()) {
    const blank = withoutTyped(details);
    if (blank !== details) await tx.updateTable('audit').set({ details: blank }).where('id', '=', id).execute();
  }
}

async function eraseByContent(tx: Transaction, personId: number): Promise<void> {
  // Matches alerts to owners that name the person.
  const about = (end: string) => `%"personId":${personId}${end}%`;
  await tx
    .deleteFrom('alerts')
    .where('done_at', 'is not', null)
    .where((eb) => eb.or([eb('alert', 'like', about(',')), eb('alert', 'like', about('}'))]))
    .execute();
  const keys = [conversationNamespace, 'promo-links', 'sent-files'].map((namespace) =>
    keyIn(namespace, String(personId)),
  );
  await tx.deleteFrom('key_values').where('key', 'in', keys).execute();
}
