import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
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

export interface AgentsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

const inviteHours = 48;

export function createAgents({ database, audit, people, now, randomBytes }: AgentsDeps) {
  /** A link for one person, once. 128 random bits: nobody finds one by trying. */
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

  /** Uses the link up and makes the person an agent, in one transaction. The same person opening it again is no mistake. */
  function join(code: string, personId: number): Promise<Result<{ creditLimit: Rials }, Failure>> {
    return database.transaction(async (tx) => {
      const at = now();
      const used = await tx
        .updateTable('invites')
        .set({ used_by: personId, used_at: at })
        .where('code', '=', code)
        .where('used_by', 'is', null)
        .where('expires_at', '>', at)
        .returningAll()
        .executeTakeFirst();
      if (!used) {
        const known = await tx.selectFrom('invites').selectAll().where('code', '=', code).executeTakeFirst();
        return known?.used_by === personId ? ok({ creditLimit: known.credit_limit }) : err({ code: 'invite-invalid' });
      }
      await ensureWallet(tx, personId);
      await tx.updateTable('people').set({ role: 'agent' }).where('id', '=', personId).execute();
      await tx
        .updateTable('wallets')
        .set({ credit_limit: used.credit_limit })
        .where('person_id', '=', personId)
        .execute();
      const details = { invitedBy: used.created_by, creditLimit: used.credit_limit };
      await audit.write(tx, { actorId: personId, action: 'join', personId, details });
      return ok({ creditLimit: used.credit_limit });
    });
  }

  async function pause(by: number, personId: number, why: string | null): Promise<Result<null, Failure>> {
    if (!people.isOwner(by) || people.isOwner(personId)) return err({ code: 'not-allowed' });
    await database.transaction(async (tx) => {
      await tx.updateTable('people').set({ paused_why: why }).where('id', '=', personId).execute();
      await audit.write(tx, { actorId: by, action: why === null ? 'unpause' : 'pause', personId, details: { why } });
    });
    return ok(null);
  }

  /** Agents, and whoever else has money here; those who owe most first. */
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

  return { invite, join, pause, list };
}
