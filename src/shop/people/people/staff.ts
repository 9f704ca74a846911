import type { Permission, Staff } from '#domain/access.ts';
import { dayMs, midnight } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { Refused } from '#shop/base/refused.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import { lockPerson } from '#storage/person-lock.ts';
import { createInvitations, type Invitation, type InvitationDeps } from './invitations.ts';
import type { People } from './people.ts';

export type StaffInvite = Invitation<Staff>;

export interface StaffMember extends Staff {
  readonly id: number;
  readonly name: string;
}

const staffInviteHours = 24;

const detailsOf = ({ role, dailyCredit, decides }: Staff) => ({ role, dailyCredit, decides: decides ? 1 : 0 });

/** People who work for the shop. Their role is a column of the person, so every update reads it with the person. */
export function createStaff(deps: InvitationDeps) {
  const { database, audit, people } = deps;

  const invitations = createInvitations<'staff_invites', Staff>(deps, {
    table: 'staff_invites',
    hours: staffInviteHours,
    actions: { invite: 'invite-staff', join: 'join-staff' },
    insert: (tx, common, { role, dailyCredit, decides }) => {
      const row = { ...common, role, credit: dailyCredit, decides: decides ? 1 : 0 };
      return tx.insertInto('staff_invites').values(row).execute();
    },
    termsOf: ({ role, credit, decides }) => ({ role, dailyCredit: credit, decides: decides === 1 }),
    detailsOf,
    existing: async (_, person, { terms, isTheirs }) => (isTheirs && person.staff_role === terms.role ? terms : null),
    apply: (tx, personId, { role, dailyCredit, decides }) => {
      const set = { staff_role: role, staff_credit: dailyCredit, staff_decides: decides ? 1 : 0 };
      return tx.updateTable('people').set(set).where('id', '=', personId).execute();
    },
    alertOf: ({ id, name }, { role }) => ({ kind: 'staff-joined', personId: id, name, role }),
  });

  /** Changes what a member may do; their role stays. */
  async function change(
    by: number,
    personId: number,
    changes: Partial<Pick<Staff, 'dailyCredit' | 'decides'>>,
  ): Promise<Result<Staff, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const row = await tx
        .updateTable('people')
        .set({
          ...(changes.dailyCredit === undefined ? {} : { staff_credit: changes.dailyCredit }),
          ...(changes.decides === undefined ? {} : { staff_decides: changes.decides ? 1 : 0 }),
        })
        .where('id', '=', personId)
        .where('staff_role', 'is not', null)
        .returning(['staff_role', 'staff_credit', 'staff_decides'])
        .executeTakeFirst();
      if (!row?.staff_role) return err({ code: 'person-unknown' });
      const staff = { role: row.staff_role, dailyCredit: row.staff_credit, decides: row.staff_decides === 1 };
      await audit.write(tx, { actorId: by, action: 'change-staff', personId, details: detailsOf(staff) });
      return ok(staff);
    });
  }

  /** Removes a member, who is refused everywhere from the next press on. True if they were staff. */
  async function remove(by: number, personId: number): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const person = await tx.selectFrom('people').select('staff_role').where('id', '=', personId).executeTakeFirst();
      if (!person) return err({ code: 'person-unknown' });
      if (person.staff_role === null) return ok(false);
      const none = { staff_role: null, staff_credit: 0, staff_decides: 0 };
      await tx.updateTable('people').set(none).where('id', '=', personId).execute();
      // Slips in their chat are no longer updated; their own payments are.
      await tx.deleteFrom('order_messages').where('chat_id', '=', personId).where('view', 'like', 'slip%').execute();
      const details = { role: person.staff_role };
      await audit.write(tx, { actorId: by, action: 'remove-staff', personId, details });
      return ok(true);
    });
  }

  async function list(): Promise<StaffMember[]> {
    const rows = await database.db
      .selectFrom('people')
      .select(['id', 'name', 'staff_role', 'staff_credit', 'staff_decides'])
      .where('staff_role', 'is not', null)
      .orderBy('name')
      .orderBy('id')
      .execute();
    return rows.flatMap(({ id, name, staff_role: role, staff_credit: dailyCredit, staff_decides }) =>
      role === null ? [] : [{ id, name, role, dailyCredit, decides: staff_decides === 1 }],
    );
  }

  return { ...invitations, change, remove, list };
}

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
