import { sql } from 'kysely';
import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { ensureWallet } from '../wallet/ledger.ts';
import type { Audit } from './audit.ts';
import type { People } from './people.ts';

export interface Invite {
  readonly code: string;
  readonly creditLimit: Rials;
  readonly expiresAt: number;
}

export interface AgentSummary {
  readonly id: number;
  readonly name: string;
  readonly pausedWhy: string | null;
  readonly balance: number;
  readonly held: Rials;
  readonly creditLimit: Rials;
}

export type Agents = ReturnType<typeof createAgents>;

interface AgentsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly alerts: Alerts;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

const inviteHours = 48;

export function createAgents({ database, audit, alerts, people, now, randomBytes }: AgentsDeps) {
  /** A link for one person. 128 random bits. */
  async function invite(by: number, creditLimit: Rials): Promise<Result<Invite, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const code = randomBytes(16).toString('base64url');
    const at = now();
    const expiresAt = at + inviteHours * 3_600_000;
    await database.transaction(async (tx) => {
      const row = {
        code,
        credit_limit: creditLimit,
        created_by: by,
        created_at: at,
        expires_at: expiresAt,
        used_by: null,
        used_at: null,
      };
      await tx.insertInto('invites').values(row).execute();
      await audit.write(tx, { actorId: by, action: 'invite', personId: null, details: { creditLimit } });
    });
    return ok({ code, creditLimit, expiresAt });
  }

  /** One transaction. For a person who is an agent already nothing changes and the link stays valid. */
  async function join(code: string, personId: number): Promise<Result<{ creditLimit: Rials }, Failure>> {
    if (people.isOwner(personId)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const at = now();
      const invite = await tx.selectFrom('invites').selectAll().where('code', '=', code).executeTakeFirst();
      const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
      // Links of a former owner are void.
      if (!invite || !person || !people.isOwner(invite.created_by)) return err({ code: 'invite-invalid' });
      if (person.paused_why !== null) return err({ code: 'person-paused', reason: person.paused_why });
      if (person.role === 'agent' && (invite.used_by === personId || usable(invite, at))) {
        const wallet = await tx.selectFrom('wallets').selectAll().where('person_id', '=', personId).executeTakeFirst();
        return ok({ creditLimit: wallet?.credit_limit ?? 0 });
      }
      const used = await tx
        .updateTable('invites')
        .set({ used_by: personId, used_at: at })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', at)
        .returningAll()
        .executeTakeFirst();
      if (!used) return err({ code: 'invite-invalid' });
      const { credit_limit: creditLimit, created_by: invitedBy } = used;
      await tx.updateTable('people').set({ role: 'agent' }).where('id', '=', personId).execute();
      await ensureWallet(tx, personId);
      await tx.updateTable('wallets').set({ credit_limit: creditLimit }).where('person_id', '=', personId).execute();
      // A link is used once, so its code identifies the event.
      await alerts.write(tx, code, { kind: 'agent-joined', personId, name: person.name, creditLimit });
      await audit.write(tx, { actorId: personId, action: 'join', personId, details: { invitedBy, creditLimit } });
      return ok({ creditLimit });
    });
  }

  /** `why` null: resumes. True if it changed anything. */
  async function pause(by: number, personId: number, why: string | null): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by) || people.isOwner(personId)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
      if (!person) return err({ code: 'person-unknown' });
      if (person.paused_why === why) return ok(false);
      await tx.updateTable('people').set({ paused_why: why }).where('id', '=', personId).execute();
      await audit.write(tx, { actorId: by, action: why === null ? 'unpause' : 'pause', personId, details: { why } });
      return ok(true);
    });
  }

  /** Links that still work, newest first. */
  async function invites(): Promise<Invite[]> {
    const rows = await database.db
      .selectFrom('invites')
      .selectAll()
      .where('used_by', 'is', null)
      .where('expires_at', '>', now())
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(({ code, credit_limit, expires_at }) => {
      return { code, creditLimit: credit_limit, expiresAt: expires_at };
    });
  }

  /** It expires now. True if it could still have been used. */
  async function revoke(by: number, code: string): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const revoked = await tx
        .updateTable('invites')
        .set({ expires_at: now() })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', now())
        .returning('credit_limit')
        .executeTakeFirst();
      const details = { creditLimit: revoked?.credit_limit ?? 0 };
      if (revoked) await audit.write(tx, { actorId: by, action: 'revoke-invite', personId: null, details });
      return ok(revoked !== undefined);
    });
  }

  /** An agent becomes a customer: level and credit limit end; balance, debt and open orders stay. True if they were one. */
  async function demote(by: number, personId: number): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      await ensureWallet(tx, personId);
      const demoted = await tx
        .updateTable('people')
        .set({ role: 'customer', tier_id: null })
        .where('id', '=', personId)
        .where('role', '=', 'agent')
        .returning('id')
        .executeTakeFirst();
      if (!demoted) return ok(false);
      const wallet = tx.selectFrom('wallets').selectAll().where('person_id', '=', personId);
      const { balance, credit_limit: creditLimit } = await wallet.executeTakeFirstOrThrow();
      await tx.updateTable('wallets').set({ credit_limit: 0 }).where('person_id', '=', personId).execute();
      const details = { debt: Math.max(0, -balance), limit: creditLimit };
      await audit.write(tx, { actorId: by, action: 'demote', personId, details });
      return ok(true);
    });
  }

  /** At this time: they still are, or were made a customer later. What they paid then is their own business. */
  async function wasAgent(personId: number, at: number): Promise<boolean> {
    const { db } = database;
    const person = await db.selectFrom('people').select('role').where('id', '=', personId).executeTakeFirst();
    if (person?.role === 'agent') return true;
    const demoted = db
      .selectFrom('audit')
      .select('id')
      .where('person_id', '=', personId)
      .where('action', '=', 'demote');
    return (await demoted.where('at', '>=', at).limit(1).executeTakeFirst()) !== undefined;
  }

  async function owed(): Promise<Rials> {
    const { sum } = await database.db
      .selectFrom('wallets')
      .select(sql<number>`cast(coalesce(-sum(balance), 0) as bigint)`.as('sum'))
      .where('balance', '<', 0)
      .executeTakeFirstOrThrow();
    return sum;
  }

  /** Agents, or everyone who owes; the largest debt first. */
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
    const shown = rows.slice(0, pageSize).map(({ id, name, paused_why, balance, held, credit_limit }) => {
      return { id, name, pausedWhy: paused_why, balance, held, creditLimit: credit_limit };
    });
    return { people: shown, more: rows.length > pageSize };
  }

  return { invite, invites, revoke, join, demote, wasAgent, pause, list, owed };
}

const usable = (invite: { readonly used_by: number | null; readonly expires_at: number }, at: number): boolean =>
  invite.used_by === null && invite.expires_at > at;
