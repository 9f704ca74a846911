import type { Permission } from '#domain/access.ts';
import { dayMs, midnight } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { Refused } from '#shop/base/refused.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import { lockPerson } from '#storage/person-lock.ts';
import type { People } from './people.ts';

interface StaffAction {
  readonly by: number;
  readonly permission: Permission;
  /** Whose wallet or order it is. */
  readonly personId: number;
  /** What counts for the daily limit of a cashier. */
  readonly credited?: Rials;
}

export type StaffLimit = ReturnType<typeof createStaffLimit>;

interface StaffLimitDeps {
  readonly database: Database;
  readonly people: Pick<People, 'isOwner' | 'hasPermission'>;
  readonly now: () => number;
}

/** Checks of what staff do with money, in the transaction in which they do it. */
export function createStaffLimit({ database, people, now }: StaffLimitDeps) {
  /** Throws what `refusable` returns. */
  async function check(tx: Transaction, { by, permission, personId, credited = 0 }: StaffAction): Promise<void> {
    if (people.isOwner(by)) return;
    if (!(await people.hasPermission(by, permission, tx))) throw new Refused({ code: 'not-allowed' });
    if (by === personId) throw new Refused({ code: 'own-wallet' });
    if (credited === 0) return;
    // Not the lock of their own purchases, which is taken before wallets are locked; this one is after.
    await lockPerson(database, tx, -by);
    const { limit, left } = await ofToday(by, tx);
    if (credited > left) throw new Refused({ code: 'staff-limit', limit, left, anew: midnight(now()) + dayMs });
  }

  /** Of a cashier: what they may credit today, and what is left of it. */
  async function ofToday(id: number, db: Queries = database.db): Promise<{ limit: Rials; left: Rials }> {
    const staff = db.selectFrom('people').select('staff_credit').where('id', '=', id);
    const limit = (await staff.executeTakeFirst())?.staff_credit ?? 0;
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('actor_id', '=', id)
      .where('at', '>=', midnight(now()))
      .where('action', 'in', ['grant', 'repayment', 'approve-payment'])
      .execute();
    const spent = rows.reduce((sum, row) => sum + creditedBy(JSON.parse(row.details)), 0);
    return { limit, left: Math.max(0, limit - spent) };
  }

  return { check, ofToday };
}

/** Of an approved payment only what was credited above the amount that was asked for. */
const creditedBy = (details: { amount?: number; asked?: number; credited?: number }): Rials =>
  details.amount ?? Math.max(0, (details.credited ?? 0) - (details.asked ?? 0));
