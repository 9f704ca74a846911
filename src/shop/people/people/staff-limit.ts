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
  /** The person whose wallet or order it is. */
  readonly personId: number;
  /** The amount that counts against a cashier's daily limit. */
  readonly credited?: Rials;
}

export type StaffLimit = ReturnType<typeof createStaffLimit>;

interface StaffLimitDeps {
  readonly database: Database;
  readonly people: Pick<People, 'isOwner' | 'hasPermission'>;
  readonly now: () => number;
}

/** Checks what staff do with money, in the transaction of the action. */
export function createStaffLimit({ database, people, now }: StaffLimitDeps) {
  /** Throws `Refused`, which `refusable` returns. */
  async function check(tx: Transaction, { by, permission, personId, credited = 0 }: StaffAction): Promise<void> {
    if (people.isOwner(by)) return;
    if (!(await people.hasPermission(by, permission, tx))) throw new Refused({ code: 'not-allowed' });
    if (by === personId) throw new Refused({ code: 'own-wallet' });
    if (credited === 0) return;
    // Takes a different lock than their own purchases: that one is taken before wallets are locked, and this one after.
    await lockPerson(database, tx, -by);
    const { limit, left } = await ofToday(by, tx);
    if (credited > left) throw new Refused({ code: 'staff-limit', limit, left, anew: midnight(now()) + dayMs });
  }

  /** A cashier's limit for today, and what is left of it. */
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

/** An approved payment counts only with what exceeds the requested amount. */
const creditedBy = (details: { amount?: number; asked?: number; credited?: number }): Rials =>
  details.amount ?? Math.max(0, (details.credited ?? 0) - (details.asked ?? 0));
