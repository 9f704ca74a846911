import type { Staff } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createInvitations, type Invitation, type InvitationDeps } from './invitations.ts';

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
