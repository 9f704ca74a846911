import { sql } from 'kysely';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Role } from '#domain/role.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { AuditAction } from '#shop/base/audit/audit.ts';
import { ensureWallet, setCreditLimit } from '#shop/base/wallet/ledger.ts';
import { createInvitations, type Invitation, type InvitationDeps } from './invitations.ts';

export type AgentInvite = Invitation<{ readonly creditLimit: Rials }>;

export interface AgentSummary {
  readonly id: number;
  readonly name: string;
  readonly pausedWhy: string | null;
  readonly balance: number;
  readonly held: Rials;
  readonly creditLimit: Rials;
}

export type Agents = ReturnType<typeof createAgents>;

const agentInviteHours = 48;

export function createAgents(deps: InvitationDeps) {
  const { database, audit, people, now } = deps;

  const { invite, ...invitations } = createInvitations<'invites', { readonly creditLimit: Rials }>(deps, {
    table: 'invites',
    hours: agentInviteHours,
    actions: { invite: 'invite', join: 'join' },
    insert: (tx, common, { creditLimit }) =>
      tx
        .insertInto('invites')
        .values({ ...common, credit_limit: creditLimit })
        .execute(),
    termsOf: ({ credit_limit: creditLimit }) => ({ creditLimit }),
    detailsOf: ({ creditLimit }) => ({ creditLimit }),
    /** Changes nothing for an existing agent; the link stays valid. */
    existing: async (tx, { id, role }, { isTheirs, isOpen }) => {
      if (role !== 'agent' || !(isTheirs || isOpen)) return null;
      const wallet = await tx.selectFrom('wallets').selectAll().where('person_id', '=', id).executeTakeFirst();
      return { creditLimit: wallet?.credit_limit ?? 0 };
    },
    apply: async (tx, personId, { creditLimit }) => {
      await tx.updateTable('people').set({ role: 'agent' }).where('id', '=', personId).execute();
      await setCreditLimit(tx, personId, creditLimit);
    },
    alertOf: ({ id, name }, { creditLimit }) => ({ kind: 'agent-joined', personId: id, name, creditLimit }),
  });

  /** Pauses, or resumes if `why` is null. True if anything changed. */
  async function pause(by: number, personId: number, why: string | null): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by) || (why !== null && people.isOwner(personId))) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const query = tx.selectFrom('people').select('paused_why').where('id', '=', personId);
      if (!(await query.executeTakeFirst())) return err({ code: 'person-unknown' });
      // Locks the wallet like the settlement worker, which may pause them at the same moment.
      await ensureWallet(tx, personId);
      const { paused_why: before } = await query.executeTakeFirstOrThrow();
      if (before === why) return ok(false);
      await tx.updateTable('people').set({ paused_why: why }).where('id', '=', personId).execute();
      // Once the block ends, the unpaid statement pauses them again.
      if (why !== null && before === settlementPause)
        await tx
          .updateTable('settlements')
          .set({ state: 'open', next_attempt_at: now() })
          .where('person_id', '=', personId)
          .where('state', '=', 'paused')
          .execute();
      await audit.write(tx, { actorId: by, action: why === null ? 'unpause' : 'pause', personId, details: { why } });
      return ok(true);
    });
  }

  /**
   * Turns an agent into a customer. Level and credit limit end; balance, debt and open orders stay. True if they were
   * an agent.
   */
  async function demote(by: number, personId: number): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const { balance, credit_limit: creditLimit } = await ensureWallet(tx, personId);
      const demoted = await tx
        .updateTable('people')
        .set({ role: 'customer', tier_id: null })
        .where('id', '=', personId)
        .where('role', '=', 'agent')
        .returning('id')
        .executeTakeFirst();
      if (!demoted) return ok(false);
      for (const table of ['api_access', 'agent_bots'] as const)
        await tx.updateTable(table).set({ allowed_at: null }).where('person_id', '=', personId).execute();
      await tx.updateTable('wallets').set({ credit_limit: 0 }).where('person_id', '=', personId).execute();
      const details = { debt: Math.max(0, -balance), limit: creditLimit };
      await audit.write(tx, { actorId: by, action: 'demote', personId, details });
      return ok(true);
    });
  }

  /** Whether they were an agent at that time. Prices that they paid then stay private. */
  async function wasAgent(personId: number, at: number): Promise<boolean> {
    const { db } = database;
    const person = await db.selectFrom('people').select('role').where('id', '=', personId).executeTakeFirst();
    const change = await db
      .selectFrom('audit')
      .select('action')
      .where('person_id', '=', personId)
      .where((eb) =>
        eb.or([
          eb.and([eb('action', '=', 'join'), eb('at', '>', at)]),
          eb.and([eb('action', '=', 'demote'), eb('at', '>=', at)]),
        ]),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return roleThen(change?.action, person?.role ?? 'customer') === 'agent';
  }

  async function owed(): Promise<Rials> {
    const { sum } = await database.db
      .selectFrom('wallets')
      .select(sql<number>`cast(coalesce(-sum(balance), 0) as bigint)`.as('sum'))
      .where('balance', '<', 0)
      .executeTakeFirstOrThrow();
    return sum;
  }

  /** Agents, or everyone with a debt; the largest debt first. */
  async function list(
    page: number,
    pageSize: number,
    onlyOwing = false,
  ): Promise<{ people: AgentSummary[]; more: boolean }> {
    let query = database.db
      .selectFrom('people')
      .leftJoin('wallets', 'wallets.person_id', 'people.id')
      .select((eb) => [
        'people.id',
        'people.name',
        'people.paused_why',
        eb.fn.coalesce('wallets.balance', eb.lit(0)).as('balance'),
        eb.fn.coalesce('wallets.held', eb.lit(0)).as('held'),
        eb.fn.coalesce('wallets.credit_limit', eb.lit(0)).as('credit_limit'),
      ]);
    query = onlyOwing ? query.where('wallets.balance', '<', 0) : query.where('people.role', '=', 'agent');
    const rows = await query
      .orderBy('balance')
      .orderBy('people.id')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const onPage = rows.slice(0, pageSize).map(({ id, name, paused_why, balance, held, credit_limit }) => {
      return { id, name, pausedWhy: paused_why, balance, held, creditLimit: credit_limit };
    });
    return { people: onPage, more: rows.length > pageSize };
  }

  return {
    ...invitations,
    invite: (source: string, by: number, creditLimit: Rials) => invite(source, by, { creditLimit }),
    demote,
    wasAgent,
    pause,
    list,
    owed,
  };
}

/** A person's role before each change. */
const before: Partial<Record<AuditAction, Role>> = { join: 'customer', demote: 'agent' };

/** A person's role at a time. `change` is the first change after it; `now` is the present role. */
export const roleThen = (change: string | null | undefined, now: Role): Role => before[change as AuditAction] ?? now;
