import type { Staff } from '../../domain/access.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Audit } from './audit.ts';
import type { People } from './people.ts';

export interface StaffInvite extends Staff {
  readonly code: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface StaffMember extends Staff {
  readonly id: number;
  readonly name: string;
}

export type StaffMembers = ReturnType<typeof createStaff>;

interface StaffDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly alerts: Alerts;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

const staffInviteHours = 24;

/** People who work for the shop. Their role is a column of the person, so every update reads it with the person. */
export function createStaff({ database, audit, alerts, people, now, randomBytes }: StaffDeps) {
  const detailsOf = ({ role, dailyCredit, decides }: Staff) => ({ role, dailyCredit, decides: decides ? 1 : 0 });

  /** A link for one person. 128 random bits. */
  async function invite(by: number, staff: Staff): Promise<Result<StaffInvite, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const at = now();
    const invited = {
      ...staff,
      code: randomBytes(16).toString('base64url'),
      createdAt: at,
      expiresAt: at + staffInviteHours * 3_600_000,
    };
    await database.transaction(async (tx) => {
      const row = {
        code: invited.code,
        role: staff.role,
        credit: staff.dailyCredit,
        decides: staff.decides ? 1 : 0,
        created_by: by,
        created_at: at,
        expires_at: invited.expiresAt,
        used_by: null,
        used_at: null,
      };
      await tx.insertInto('staff_invites').values(row).execute();
      await audit.write(tx, { actorId: by, action: 'invite-staff', personId: null, details: detailsOf(staff) });
    });
    return ok(invited);
  }

  /** One transaction. The first person to open the link has its role; they may open it again. */
  async function join(code: string, personId: number): Promise<Result<Staff, Failure>> {
    if (people.isOwner(personId)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const at = now();
      const invited = await tx.selectFrom('staff_invites').selectAll().where('code', '=', code).executeTakeFirst();
      const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
      // Links of a former owner are void.
      if (!invited || !person || !people.isOwner(invited.created_by)) return err({ code: 'invite-invalid' });
      if (person.paused_why !== null) return err({ code: 'person-paused', reason: person.paused_why });
      const staff = { role: invited.role, dailyCredit: invited.credit, decides: invited.decides === 1 };
      if (invited.used_by === personId && person.staff_role === staff.role) return ok(staff);
      const used = await tx
        .updateTable('staff_invites')
        .set({ used_by: personId, used_at: at })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', at)
        .returning('code')
        .executeTakeFirst();
      if (!used) return err({ code: 'invite-invalid' });
      const set = { staff_role: staff.role, staff_credit: staff.dailyCredit, staff_decides: invited.decides };
      await tx.updateTable('people').set(set).where('id', '=', personId).execute();
      // A link is used once, so its code identifies the event.
      await alerts.write(tx, code, { kind: 'staff-joined', personId, name: person.name, role: staff.role });
      const details = { ...detailsOf(staff), invitedBy: invited.created_by };
      await audit.write(tx, { actorId: personId, action: 'join-staff', personId, details });
      return ok(staff);
    });
  }

  /** What a member may do; their role stays. */
  async function change(
    by: number,
    personId: number,
    changed: Partial<Pick<Staff, 'dailyCredit' | 'decides'>>,
  ): Promise<Result<Staff, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const row = await tx
        .updateTable('people')
        .set({
          ...(changed.dailyCredit === undefined ? {} : { staff_credit: changed.dailyCredit }),
          ...(changed.decides === undefined ? {} : { staff_decides: changed.decides ? 1 : 0 }),
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

  /** From the next press on they are refused everywhere. True if they were of the staff. */
  async function remove(by: number, personId: number): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const person = await tx.selectFrom('people').select('staff_role').where('id', '=', personId).executeTakeFirst();
      if (!person) return err({ code: 'person-unknown' });
      if (person.staff_role === null) return ok(false);
      const none = { staff_role: null, staff_credit: 0, staff_decides: 0 };
      await tx.updateTable('people').set(none).where('id', '=', personId).execute();
      // Slips in their chat are not updated any more; their own payments are.
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

  /** Links that still work, newest first. */
  async function invites(): Promise<StaffInvite[]> {
    const rows = await database.db
      .selectFrom('staff_invites')
      .selectAll()
      .where('used_by', 'is', null)
      .where('expires_at', '>', now())
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(({ code, role, credit, decides, created_at, expires_at }) => {
      const times = { createdAt: created_at, expiresAt: expires_at };
      return { code, role, dailyCredit: credit, decides: decides === 1, ...times };
    });
  }

  async function revoke(by: number, code: string): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const revoked = await tx
        .updateTable('staff_invites')
        .set({ expires_at: now() })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', now())
        .returning('role')
        .executeTakeFirst();
      if (!revoked) return ok(false);
      const details = { role: revoked.role };
      await audit.write(tx, { actorId: by, action: 'revoke-invite', personId: null, details });
      return ok(true);
    });
  }

  return { invite, join, change, remove, list, invites, revoke };
}
