import { sql } from 'kysely';
import { type Day, dayMs } from '#domain/calendar.ts';
import type { Operators } from '#domain/operators.ts';
import type { Mobile } from '#domain/phone.ts';
import type { QuietHours } from '#domain/quiet-hours.ts';
import { misfitOf } from '#domain/sold-to.ts';
import type { Log } from '#log.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { type Order, orderOf } from '#shop/buying/orders/order.ts';
import { isReachable, isSeller } from '#shop/people/people/reachable.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import type { ReminderRow } from '#storage/tables/plan.ts';

interface RemindersDeps {
  readonly database: Database;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly operators: Operators;
  readonly isOwner: (personId: number) => boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly alertsDue: Signal;
}

export interface ReminderSettings {
  readonly on: boolean;
  readonly quiet: QuietHours;
}

/** An order whose package ends. */
export interface EndingPackage {
  readonly order: Order;
  readonly endsOn: Day;
}

const peopleAtOnce = 100;

/** Reminds of each package at most once: the transaction that writes the message also stores the decision. */
export function createReminders({ database, alerts, operators, isOwner, log, now, alertsDue }: RemindersDeps) {
  const { db } = database;

  /** Returns how many people had reminders due. */
  async function remindDue(): Promise<number> {
    const people = await db
      .selectFrom('reminders')
      // `+ 0` keeps SQLite off the index by person, which would read every reminder there ever was.
      .select(sql<number>`person_id + 0`.as('person_id'))
      .where('done_at', 'is', null)
      .where('due_at', '<=', now())
      .groupBy(sql`person_id + 0`)
      .limit(peopleAtOnce)
      .execute();
    for (const { person_id: personId } of people) {
      await database
        .transaction((tx) => remind(tx, personId, now()))
        .catch((error: unknown) => log.error({ problem: String(error) }, 'reminder not written; will retry'));
    }
    if (people.length > 0) alertsDue.notify();
    return people.length;
  }

  async function remind(tx: Transaction, personId: number, at: number): Promise<void> {
    const due = await tx
      .updateTable('reminders')
      .set({ done_at: at, done_how: 'sent' })
      .where('person_id', '=', personId)
      .where('done_at', 'is', null)
      .where('due_at', '<=', at)
      .returningAll()
      .execute();
    const toSend: ReminderRow[] = [];
    const isWanted = (await isReachable(tx, personId)) && (await settingsIn(tx, personId)).on;
    for (const one of due) {
      const why = isWanted ? await reasonNotTo(tx, one, at) : 'off';
      if (why === null) toSend.push(one);
      else await tx.updateTable('reminders').set({ done_how: why }).where('order_id', '=', one.order_id).execute();
    }
    const [first] = toSend;
    if (!first) return;
    if (await isSeller(tx, personId, isOwner)) {
      const { ends_on: endsOn, order_id: orderId } = first;
      const alert = { kind: 'packages-ending', personId, sentAt: at, endsOn, count: toSend.length } as const;
      await alerts.writeTo(tx, [personId], { occasion: orderId, alert });
      return;
    }
    for (const { order_id: orderId, ends_on: endsOn } of toSend)
      await alerts.writeTo(tx, [personId], {
        occasion: orderId,
        alert: { kind: 'package-ending', orderId, endsOn },
      });
  }

  /** Null if it is sent. */
  async function reasonNotTo(tx: Transaction, reminder: ReminderRow, at: number): Promise<string | null> {
    const { order_id, person_id, mobile, ends_on, due_at } = reminder;
    if (at >= due_at + dayMs) return 'late';
    const number = tx.selectFrom('numbers').select('muted').where('person_id', '=', person_id);
    if ((await number.where('mobile', '=', mobile).executeTakeFirst())?.muted) return 'muted';
    const ended = await tx
      .selectFrom('orders')
      .select(['confirmed_at', 'reversed_at', 'product_type'])
      .where('id', '=', order_id)
      .executeTakeFirst();
    if (ended?.reversed_at != null) return 'reversed';
    if (ended && misfitOf(operators, mobile, ended.product_type)) return 'not-for-number';
    const newer = await tx
      .selectFrom('orders')
      .select('id')
      .where('mobile', '=', mobile)
      .where('confirmed_at', '>', ended?.confirmed_at ?? 0)
      .where('state', 'in', ['confirmed', 'unsure', 'review', 'delivered'])
      .where('reversed_at', 'is', null)
      .where('product_type', '<>', 'topup')
      .where('id', '<>', order_id)
      .limit(1)
      .executeTakeFirst();
    if (newer) return 'renewed';
    const plan = await tx
      .selectFrom('plans')
      .select('id')
      .where('person_id', '=', person_id)
      .where('mobile', '=', mobile)
      .where('state', '=', 'active')
      .where((eb) => eb.or([eb('next_day', '<=', ends_on + 1), eb('id', 'in', announced(tx, person_id))]))
      .limit(1)
      .executeTakeFirst();
    return plan ? 'planned' : null;
  }

  /** What a digest listed, ordered by the end of the packages. */
  async function ofDigest(
    personId: number,
    sentAt: number,
    page: number,
    pageSize: number,
  ): Promise<{ packages: EndingPackage[]; more: boolean }> {
    const rows = await db
      .selectFrom('reminders')
      .innerJoin('orders', 'orders.id', 'reminders.order_id')
      .selectAll('orders')
      .select('reminders.ends_on')
      .where('reminders.person_id', '=', personId)
      .where('reminders.done_at', '=', sentAt)
      .where('reminders.done_how', '=', 'sent')
      .orderBy('reminders.ends_on')
      .orderBy('orders.id')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const packages = rows.slice(0, pageSize).map((row) => ({ order: orderOf(row), endsOn: row.ends_on }));
    return { packages, more: rows.length > pageSize };
  }

  async function settingsIn(tx: Queries, personId: number): Promise<ReminderSettings> {
    const row = await tx
      .selectFrom('people')
      .select(['reminders', 'quiet_from', 'quiet_to'])
      .where('id', '=', personId)
      .executeTakeFirst();
    return { on: row?.reminders !== 0, quiet: { from: row?.quiet_from ?? 0, to: row?.quiet_to ?? 0 } };
  }

  async function set(personId: number, { on, quiet }: Partial<ReminderSettings>): Promise<void> {
    const values = {
      ...(on === undefined ? {} : { reminders: on ? 1 : 0 }),
      ...(quiet === undefined ? {} : { quiet_from: quiet.from, quiet_to: quiet.to }),
    };
    if (Object.keys(values).length > 0) await db.updateTable('people').set(values).where('id', '=', personId).execute();
  }

  async function mutedNumbers(personId: number, limit: number): Promise<Mobile[]> {
    const rows = await db
      .selectFrom('numbers')
      .select('mobile')
      .where('person_id', '=', personId)
      .where('muted', '=', 1)
      .orderBy('used_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ mobile }) => mobile);
  }

  async function mute(personId: number, mobile: Mobile, muted: boolean): Promise<void> {
    const value = muted ? 1 : 0;
    const number = { person_id: personId, mobile, label: null, operator_id: null, sim_type: null, used_at: now() };
    await db
      .insertInto('numbers')
      .values({ ...number, muted: value })
      .onConflict((conflict) => conflict.columns(['person_id', 'mobile']).doUpdateSet({ muted: value }))
      .execute();
  }

  return {
    remindDue,
    ofDigest,
    settings: (personId: number) => settingsIn(db, personId),
    set,
    mutedNumbers,
    mute,
  };
}

/** Plans whose next cycle is already open. */
const announced = (tx: Transaction, personId: number) =>
  tx.selectFrom('plan_cycles').select('plan_id').where('person_id', '=', personId).where('state', '=', 'waiting');
