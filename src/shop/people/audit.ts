import type { Database, Queries } from '../../storage/database.ts';

export const auditActions = [
  'invite',
  'join',
  'pause',
  'unpause',
  'limit',
  'grant',
  'take',
  'remind',
  'pause-selling',
  'resume-selling',
  'decide',
  'announce',
  'bulk',
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface Deed {
  readonly actorId: number;
  readonly action: AuditAction;
  /** Whom it was done to. */
  readonly personId: number | null;
  readonly details: Readonly<Record<string, string | number | null>>;
}

export interface AuditEntry extends Deed {
  readonly id: number;
  readonly at: number;
}

export type Audit = ReturnType<typeof createAudit>;

/** What owners and agents did. Written in the transaction that does it, so that neither stands without the other. */
export function createAudit({ database, now }: { readonly database: Database; readonly now: () => number }) {
  async function write(tx: Queries, { actorId, action, personId, details }: Deed): Promise<void> {
    await tx
      .insertInto('audit')
      .values({ at: now(), actor_id: actorId, action, person_id: personId, details: JSON.stringify(details) })
      .execute();
  }

  async function list(
    page: number,
    pageSize: number,
    action: AuditAction | null = null,
  ): Promise<{ entries: AuditEntry[]; more: boolean }> {
    let query = database.db.selectFrom('audit').selectAll();
    if (action !== null) query = query.where('action', '=', action);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const entries = rows.slice(0, pageSize).map((row) => ({
      id: row.id,
      at: row.at,
      actorId: row.actor_id,
      action: row.action as AuditAction,
      personId: row.person_id,
      details: JSON.parse(row.details) as Deed['details'],
    }));
    return { entries, more: rows.length > pageSize };
  }

  /** How often this was done to someone since then: the details of each time, newest first. */
  async function done(action: AuditAction, personId: number, since: number): Promise<Deed['details'][]> {
    const rows = await database.db
      .selectFrom('audit')
      .select('details')
      .where('person_id', '=', personId)
      .where('action', '=', action)
      .where('at', '>', since)
      .orderBy('id', 'desc')
      .execute();
    return rows.map(({ details }) => JSON.parse(details) as Deed['details']);
  }

  return { write, list, done, record: (deed: Deed) => write(database.db, deed) };
}
