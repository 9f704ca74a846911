import type { Database, Queries } from '#storage/database.ts';
import type { AuditRow } from '#storage/tables/tables.ts';

export const auditActions = [
  'invite',
  'join',
  'pause',
  'unpause',
  'limit',
  'grant',
  'take',
  'repayment',
  'remind',
  'pause-selling',
  'resume-selling',
  'decide',
  'announce',
  'stop-announcing',
  'bulk',
  'approve-payment',
  'reject-payment',
  'pay-back',
  'payment-settings',
  'bank-card',
  'reopen-card',
  'price',
  'end-price',
  'tier',
  'tier-turnover',
  'assign-tier',
  'rise',
  'promo',
  'end-promo',
  'invite-staff',
  'join-staff',
  'change-staff',
  'remove-staff',
  'revoke-invite',
  'demote',
  'note',
  'remove-note',
  'message',
  'close-support',
  'support-text',
  'support-alert',
  'plan-announcement',
  'cancel-announcement',
  'rename-tier',
  'end-tier',
  'referral-settings',
  'reverse',
  'settlement',
  'settlement-pause',
  'settlement-resume',
  'delete-person',
  'become-owner',
  'allow-api',
  'forbid-api',
  'api-limit',
  'api-token',
  'replace-api-token',
  'change-api-token',
  'revoke-api-token',
  'api-settings',
  'allow-bot',
  'forbid-bot',
  'pause-bot',
  'resume-bot',
  'allow-bot-payments',
  'end-bot-payments',
  'connect-bot',
  'remove-bot',
  'bot-merchant',
  'shop-profile',
  'remove-owner',
  'edit-answer',
  'take-back-answer',
] as const;
export type AuditAction = (typeof auditActions)[number];

interface AuditEvent {
  readonly actorId: number;
  readonly action: AuditAction;
  /** The affected person. */
  readonly personId: number | null;
  readonly details: Readonly<Record<string, string | number | null>>;
}

export interface AuditEntry extends AuditEvent {
  readonly id: number;
  readonly at: number;
}

interface AuditFilter {
  readonly actions?: readonly AuditAction[];
  /** As actor or as affected person. */
  readonly personId?: number;
}

export type Audit = ReturnType<typeof createAudit>;

/** Writes an entry in the transaction of its action. */
export function createAudit({ database, now }: { readonly database: Database; readonly now: () => number }) {
  async function write(tx: Queries, { actorId, action, personId, details }: AuditEvent): Promise<void> {
    await tx
      .insertInto('audit')
      .values({ at: now(), actor_id: actorId, action, person_id: personId, details: JSON.stringify(details) })
      .execute();
  }

  async function list(
    page: number,
    pageSize: number,
    { actions, personId }: AuditFilter = {},
  ): Promise<{ entries: AuditEntry[]; more: boolean }> {
    let query = database.db.selectFrom('audit').selectAll();
    if (actions) query = query.where('action', 'in', actions);
    if (personId !== undefined)
      query = query.where((eb) => eb.or([eb('person_id', '=', personId), eb('actor_id', '=', personId)]));
    const rows = await query
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    return { entries: rows.slice(0, pageSize).map(entryOf), more: rows.length > pageSize };
  }

  async function find(id: number): Promise<AuditEntry | null> {
    const row = await database.db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? entryOf(row) : null;
  }

  /** The details of each entry, newest first. */
  async function detailsSince(
    action: AuditAction,
    personId: number,
    since: number,
    db: Queries = database.db,
  ): Promise<AuditEvent['details'][]> {
    const rows = await db
      .selectFrom('audit')
      .select('details')
      .where('person_id', '=', personId)
      .where('action', '=', action)
      .where('at', '>', since)
      .orderBy('id', 'desc')
      .execute();
    return rows.map(({ details }) => JSON.parse(details) as AuditEvent['details']);
  }

  return { write, list, find, detailsSince, record: (event: AuditEvent) => write(database.db, event) };
}

const entryOf = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  actorId: row.actor_id,
  action: row.action as AuditAction,
  personId: row.person_id,
  details: JSON.parse(row.details) as AuditEvent['details'],
});

/** Details with names and texts that people typed. */
const freeTexts = ['why', 'reason', 'note', 'text', 'name'];

/** The details (JSON) that stay after a person's data is deleted. */
export const withoutTyped = (details: string): string =>
  JSON.stringify(JSON.parse(details), (name, value: unknown) => (freeTexts.includes(name) ? undefined : value));

/** Details (JSON) for the person that they are about: without the id of the owner who invited them. */
export const withoutOwners = (details: string): string =>
  JSON.stringify(JSON.parse(details), (name, value: unknown) => (name === 'invitedBy' ? undefined : value));
