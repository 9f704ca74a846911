import type { Selectable } from 'kysely';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alert, Alerts } from '#shop/base/alerts/alerts.ts';
import type { Audit, AuditAction, AuditEntry } from '#shop/base/audit/audit.ts';
import { createDrafts, type Draft } from '#shop/base/drafts/drafts.ts';
import type { Database } from '#storage/database.ts';
import type { KeyValue } from '#storage/key-value.ts';
import type { Transaction } from '#storage/queries.ts';
import type { PersonRow, Tables } from '#storage/tables/tables.ts';
import type { People } from './people.ts';

type InvitationTable = 'invites' | 'staff_invites';

/** The columns that both tables have. */
type CommonColumns = Pick<
  Selectable<Tables['invites']>,
  'code' | 'created_by' | 'created_at' | 'expires_at' | 'used_by' | 'used_at'
>;

/** What the link gives, with the link's code. */
export type Invitation<Terms> = Terms & { readonly code: string; readonly expiresAt: number };

interface InvitationKind<Table extends InvitationTable, Terms extends object> {
  readonly table: Table;
  readonly hours: number;
  readonly actions: { readonly invite: AuditAction; readonly join: AuditAction };
  readonly insert: (tx: Transaction, common: CommonColumns, terms: Terms) => Promise<unknown>;
  readonly termsOf: (row: Selectable<Tables[Table]>) => Terms;
  readonly detailsOf: (terms: Terms) => AuditEntry['details'];
  /** What the person already has, so that the link stays unused; null if they have yet to join. */
  readonly existing: (
    tx: Transaction,
    person: PersonRow,
    link: { readonly terms: Terms; readonly isTheirs: boolean; readonly isOpen: boolean },
  ) => Promise<Terms | null>;
  readonly apply: (tx: Transaction, personId: number, terms: Terms) => Promise<unknown>;
  readonly alertOf: (person: PersonRow, terms: Terms) => Alert;
}

export interface InvitationDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly alerts: Alerts;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly inviteDrafts: KeyValue<InviteDraft>;
}

/** The code that an update received. */
export interface InviteDraft extends Draft {
  readonly code: string;
}

/** Links that make one person an agent or a member of the staff, once. */
export function createInvitations<Table extends InvitationTable, Terms extends object>(
  { database, audit, alerts, people, now, randomBytes, inviteDrafts }: InvitationDeps,
  kind: InvitationKind<Table, Terms>,
) {
  const drafts = createDrafts(inviteDrafts);
  // Kysely cannot type a variable table. Both tables have the columns used here.
  const table = kind.table as 'invites';
  const termsOf = (row: unknown): Terms => kind.termsOf(row as Selectable<Tables[Table]>);

  /** Creates a link for one person from 128 random bits. A repeated update finds its link. */
  async function invite(source: string, by: number, terms: Terms): Promise<Result<Invitation<Terms>, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const { code } = await drafts.add(source, (id) => ({ id, by, code: randomBytes(16).toString('base64url') }));
    const at = now();
    const expiresAt = at + kind.hours * 3_600_000;
    const common = { code, created_by: by, created_at: at, expires_at: expiresAt, used_by: null, used_at: null };
    const details = kind.detailsOf(terms);
    return database.transaction(async (tx) => {
      const existingInvite = await tx.selectFrom(table).selectAll().where('code', '=', code).executeTakeFirst();
      if (existingInvite) return ok({ ...termsOf(existingInvite), code, expiresAt: existingInvite.expires_at });
      await kind.insert(tx, common, terms);
      await audit.write(tx, { actorId: by, action: kind.actions.invite, personId: null, details });
      return ok({ ...terms, code, expiresAt });
    });
  }

  /** Gives the link's terms to the first person who opens it, in one transaction. They may open it again. */
  async function join(code: string, personId: number): Promise<Result<Terms, Failure>> {
    if (people.isOwner(personId)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const at = now();
      const invited = await tx.selectFrom(table).selectAll().where('code', '=', code).executeTakeFirst();
      const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
      // Links of a former owner are void.
      if (!invited || !person || !people.isOwner(invited.created_by)) return err({ code: 'invite-invalid' });
      if (person.paused_why !== null) return err({ code: 'person-paused', reason: person.paused_why });
      const terms = termsOf(invited);
      const isTheirs = invited.used_by === personId;
      const isOpen = invited.used_by === null && invited.expires_at > at;
      const existing = await kind.existing(tx, person, { terms, isTheirs, isOpen });
      if (existing) return ok(existing);
      const used = await tx
        .updateTable(table)
        .set({ used_by: personId, used_at: at })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', at)
        .returning('code')
        .executeTakeFirst();
      if (!used) return err({ code: 'invite-invalid' });
      await kind.apply(tx, personId, terms);
      // A link is used once, so its code identifies the event.
      await alerts.write(tx, code, kind.alertOf(person, terms));
      const details = { ...kind.detailsOf(terms), invitedBy: invited.created_by };
      await audit.write(tx, { actorId: personId, action: kind.actions.join, personId, details });
      return ok(terms);
    });
  }

  /** Links that still work, newest first. */
  async function invites(): Promise<Invitation<Terms>[]> {
    const rows = await database.db
      .selectFrom(table)
      .selectAll()
      .where('used_by', 'is', null)
      .where('expires_at', '>', now())
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map((row) => ({ ...termsOf(row), code: row.code, expiresAt: row.expires_at }));
  }

  /** Makes the link expire now. True if it was still usable. */
  async function revoke(by: number, code: string): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const revoked = await tx
        .updateTable(table)
        .set({ expires_at: now() })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', now())
        .returningAll()
        .executeTakeFirst();
      if (!revoked) return ok(false);
      const details = kind.detailsOf(termsOf(revoked));
      await audit.write(tx, { actorId: by, action: 'revoke-invite', personId: null, details });
      return ok(true);
    });
  }

  return { invite, join, invites, revoke };
}
