import { sql } from 'kysely';
import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database, Queries, Transaction } from '../../storage/database.ts';
import { lockPerson } from '../../storage/person-lock.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Audit } from '../audit/audit.ts';
import type { Signal } from '../jobs/signal.ts';
import { moveOrder } from '../orders/transition.ts';
import type { People } from '../people/people.ts';
import { ensureWallet } from '../wallet/ledger.ts';
import { personalTables } from './personal-data.ts';

/** What must end before a person can be forgotten. */
export interface DeletionBlockers {
  readonly orders: number;
  readonly payments: number;
  readonly plans: number;
  /** Not theirs to lose, or owed by them: negative. */
  readonly balance: Rials;
}

export type Deletion = ReturnType<typeof createDeletion>;

interface DeletionDeps {
  readonly database: Database;
  readonly people: Pick<People, 'isOwner'>;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'write'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

/** Names and texts that a person or the shop typed. */
const typed = ['why', 'reason', 'note', 'text', 'name'];

/** The deletion of a person's data, at their own request. */
export function createDeletion({ database, people, audit, alerts, alertsDue, now }: DeletionDeps) {
  async function blockers(personId: number, db: Queries = database.db): Promise<DeletionBlockers> {
    const count = sql<number>`count(*)`.as('count');
    const orders = await db
      .selectFrom('orders')
      .select(count)
      .where('buyer_id', '=', personId)
      .where('state', 'in', ['confirmed', 'unsure', 'review'])
      .executeTakeFirstOrThrow();
    const payments = await db
      .selectFrom('payments')
      .select(count)
      .where('person_id', '=', personId)
      .where('state', 'in', ['asked', 'submitted'])
      .executeTakeFirstOrThrow();
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
    return { orders: orders.count, payments: payments.count, plans: plans.count, balance: wallet?.balance ?? 0 };
  }

  /** One transaction. Their next message starts anew. */
  async function run(personId: number): Promise<Result<null, Failure>> {
    if (people.isOwner(personId)) return err({ code: 'not-allowed' });
    const result = await database.transaction(async (tx): Promise<Result<null, Failure>> => {
      // As purchases and payments do: none is confirmed meanwhile.
      await lockPerson(database, tx, personId);
      await ensureWallet(tx, personId);
      const open = await blockers(personId, tx);
      if (open.orders + open.payments + open.plans > 0 || open.balance !== 0) return err({ code: 'deletion-blocked' });
      await cancelQuotes(tx, personId);
      await blankOrders(tx, personId);
      await blankMoney(tx, personId);
      await blankAudit(tx, personId);
      await erase(tx, personId);
      const none = { staff_role: null, staff_credit: 0, staff_decides: 0, tier_id: null, role: 'customer' } as const;
      const nameless = { name: '', username: null, deleted_at: now(), ...none };
      await tx.updateTable('people').set(nameless).where('id', '=', personId).execute();
      await audit.write(tx, { actorId: personId, action: 'delete-person', personId, details: {} });
      await alerts.write(tx, `${personId}:${now()}`, { kind: 'person-deleted', personId });
      return ok(null);
    });
    if (result.ok) alertsDue.notify();
    return result;
  }

  async function cancelQuotes(tx: Transaction, personId: number): Promise<void> {
    const quotes = tx.selectFrom('orders').select('id').where('buyer_id', '=', personId).where('state', '=', 'quoted');
    const move = { from: 'quoted', to: 'cancelled', actor: `person:${personId}`, why: 'deleted', now: now() } as const;
    for (const { id } of await quotes.execute()) await moveOrder(tx, { id, ...move });
  }

  return { blockers, run };
}

/** The operator's prefix stays, for the sums of operators; the rest of the number is zeros. */
const masked = sql<string>`substr(mobile, 1, 5) || '0000000'`;

async function blankOrders(tx: Transaction, personId: number): Promise<void> {
  const theirs = tx.selectFrom('orders').select('id').where('buyer_id', '=', personId);
  await tx.updateTable('order_events').set({ why: '' }).where('order_id', 'in', theirs).execute();
  await tx
    .updateTable('orders')
    .set({ mobile: masked, body: '', outcome: null, offer_code: null, profile_id: null })
    .where('buyer_id', '=', personId)
    .execute();
  const lists = tx.selectFrom('batches').select('id').where('seller_id', '=', personId);
  await tx.updateTable('batch_rows').set({ mobile: masked, words: null }).where('batch_id', 'in', lists).execute();
}

async function blankMoney(tx: Transaction, personId: number): Promise<void> {
  const theirs = tx.selectFrom('payments').select('id').where('person_id', '=', personId);
  await tx.updateTable('payment_events').set({ why: '' }).where('payment_id', 'in', theirs).execute();
  await tx
    .updateTable('payments')
    .set({ receipt: null, payer_card: null, payer_tail: null, slip: null, slip_kind: null, reason: null })
    .where('person_id', '=', personId)
    .execute();
  await tx
    .updateTable('ledger')
    .set({ note: null })
    .where('person_id', '=', personId)
    .where('kind', '<>', 'payment')
    .execute();
  await tx.updateTable('wallets').set({ credit_limit: 0 }).where('person_id', '=', personId).execute();
}

/** Who did what and when stays; what was typed goes. */
async function blankAudit(tx: Transaction, personId: number): Promise<void> {
  const entries = await tx.selectFrom('audit').select(['id', 'details']).where('person_id', '=', personId).execute();
  for (const { id, details } of entries) {
    const known = Object.entries(JSON.parse(details) as Record<string, unknown>);
    const blank = Object.fromEntries(known.filter(([name]) => !typed.includes(name)));
    if (Object.keys(blank).length < known.length)
      await tx
        .updateTable('audit')
        .set({ details: JSON.stringify(blank) })
        .where('id', '=', id)
        .execute();
  }
}

async function erase(tx: Transaction, personId: number): Promise<void> {
  for (const [name, { of, deletion }] of Object.entries(personalTables)) {
    if (deletion !== 'erased' || of === null) continue;
    const table = name as keyof Tables & 'numbers';
    await tx
      .deleteFrom(table)
      .where(of as 'person_id', '=', personId)
      .execute();
  }
  // Alerts to owners that name them.
  const about = (end: string) => `%"personId":${personId}${end}%`;
  await tx
    .deleteFrom('alerts')
    .where('done_at', 'is not', null)
    .where((eb) => eb.or([eb('alert', 'like', about(',')), eb('alert', 'like', about('}'))]))
    .execute();
  const keys = ['typing', 'promo-links'].map((namespace) => `${namespace}:${personId}`);
  await tx.deleteFrom('key_values').where('key', 'in', keys).execute();
}
