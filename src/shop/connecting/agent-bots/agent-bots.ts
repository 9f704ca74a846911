import { type BotProblem, botProblems } from '#domain/agent-bot.ts';
import type { Failure } from '#domain/failure.ts';
import { type OnlineMethod, onlineMethods } from '#domain/payment.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit, AuditAction } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Seal } from '#shop/base/seal.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { AgentBotRow } from '#storage/tables/tables.ts';
import { type BotRow, botRows, maySell, merchantsOf } from './bot-rows.ts';

/** An agent's own bot as people see it. */
export interface AgentBot {
  readonly personId: number;
  readonly agentName: string;
  readonly slug: string;
  readonly isAllowed: boolean;
  /** Whether the owner of this shop paused it. */
  readonly isPaused: boolean;
  /** False if it answers without selling. */
  readonly maySell: boolean;
  readonly mayTakeOnline: boolean;
  /** Id of the last connected bot, even if it was removed; null if there never was one. */
  readonly lastBotId: number | null;
  /** Null without a bot. */
  readonly bot: { readonly id: number; readonly username: string; readonly isManaged: boolean } | null;
  /** Methods with a merchant. */
  readonly merchants: readonly OnlineMethod[];
  readonly problem: BotProblem | null;
  /** Whether its shop has archives or will have some. */
  readonly hasPassphrase: boolean;
}

export interface NewBot {
  readonly id: number;
  readonly username: string;
  readonly isManaged: boolean;
  /** Sealed. */
  readonly token: string;
}

interface AgentBotsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  /** How many bots may exist; 0 switches them off. */
  readonly mostBots: number;
  /** Null while bots are switched off. */
  readonly seal: Seal | null;
  /** Signals a change that processes must follow. */
  readonly agentBotsDue: Signal;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

const slugBytes = 5;
const passphraseBytes = 18;
/** Keeps the id, so that a later change of its token does not bring the bot back. */
const removed = { token: null, username: null, connected_at: null, problem: null };

/** Agents' own bots, and the owner's permission for them. */
export function createAgentBots(deps: AgentBotsDeps) {
  const { database, audit, people, mostBots, seal, agentBotsDue, now, randomBytes } = deps;

  async function list(): Promise<AgentBot[]> {
    return mostBots === 0 ? [] : (await botRows(database.db).execute()).map(botOf);
  }

  /** Null if the owner never allowed one, or bots are switched off. */
  async function of(personId: number): Promise<AgentBot | null> {
    if (mostBots === 0) return null;
    const row = await botRows(database.db).where('agent_bots.person_id', '=', personId).executeTakeFirst();
    return row ? botOf(row) : null;
  }

  function botOf(row: BotRow): AgentBot {
    const { bot_id: id, username, managed } = row;
    return {
      personId: row.person_id,
      agentName: row.name,
      slug: row.slug,
      isAllowed: row.allowed_at !== null,
      isPaused: row.paused_at !== null,
      maySell: maySell(row),
      mayTakeOnline: row.online === 1,
      lastBotId: id,
      bot: id === null || username === null ? null : { id, username, isManaged: managed === 1 },
      merchants: Object.keys(merchantsOf(seal, row)) as OnlineMethod[],
      problem: botProblems.find((one) => one === row.problem) ?? null,
      hasPassphrase: row.passphrase !== null,
    };
  }

  /** Makes an owner's change. `set` returns the new values, or null for no change. True if anything changed. */
  const byOwner = (
    by: number,
    personId: number,
    action: AuditAction,
    set: (row: AgentBotRow) => Partial<AgentBotRow> | null,
  ): Promise<Result<boolean, Failure>> =>
    change(by, personId, action, (row) => {
      if (!people.isOwner(by) || mostBots === 0) return err({ code: 'not-allowed' });
      return row ? ok(set(row)) : err({ code: 'person-unknown' });
    });

  async function change(
    by: number,
    personId: number,
    action: AuditAction,
    decide: (row: AgentBotRow | undefined) => Result<Partial<AgentBotRow> | null, Failure>,
    check: (tx: Transaction) => Promise<Failure | null> = async () => null,
  ): Promise<Result<boolean, Failure>> {
    const changed = await database.transaction(async (tx): Promise<Result<boolean, Failure>> => {
      const row = await tx
        .selectFrom('agent_bots')
        .selectAll()
        .where('person_id', '=', personId)
        .$if(database.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      const set = decide(row);
      if (!set.ok) return set;
      if (set.value === null) return ok(false);
      const failure = await check(tx);
      if (failure) return err(failure);
      await tx.updateTable('agent_bots').set(set.value).where('person_id', '=', personId).execute();
      await audit.write(tx, { actorId: by, action, personId, details: {} });
      return ok(true);
    });
    if (changed.ok && changed.value) agentBotsDue.notify();
    return changed;
  }

  /** Allows or forbids a bot. A forbidden bot stays and answers, but does not sell. */
  async function allow(by: number, personId: number, isAllowed: boolean): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by) || mostBots === 0) return err({ code: 'not-allowed' });
    if (!isAllowed)
      return byOwner(by, personId, 'forbid-bot', ({ allowed_at }) =>
        allowed_at === null ? null : { allowed_at: null },
      );
    const person = await database.db.selectFrom('people').select('role').where('id', '=', personId).executeTakeFirst();
    if (person?.role !== 'agent') return err({ code: 'person-unknown' });
    const slug = randomBytes(slugBytes).toString('hex');
    await database.db
      .insertInto('agent_bots')
      .values({
        ...removed,
        bot_id: null,
        person_id: personId,
        slug,
        allowed_at: null,
        paused_at: null,
        merchants: null,
        passphrase: null,
      })
      .onConflict((conflict) => conflict.column('person_id').doNothing())
      .execute();
    return byOwner(by, personId, 'allow-bot', ({ allowed_at }) => (allowed_at === null ? { allowed_at: now() } : null));
  }

  const pause = (by: number, personId: number, isPaused: boolean): Promise<Result<boolean, Failure>> =>
    byOwner(by, personId, isPaused ? 'pause-bot' : 'resume-bot', ({ paused_at }) =>
      (paused_at !== null) === isPaused ? null : { paused_at: isPaused ? now() : null },
    );

  const allowOnline = (by: number, personId: number, isAllowed: boolean): Promise<Result<boolean, Failure>> =>
    byOwner(by, personId, isAllowed ? 'allow-bot-payments' : 'end-bot-payments', ({ online }) =>
      (online === 1) === isAllowed ? null : { online: isAllowed ? 1 : 0 },
    );

  /**
   * Removes a bot for its agent or the owner of this shop. The data of its shop stays, and a later bot of the agent
   * continues with it.
   */
  const remove = (by: number, personId: number): Promise<Result<boolean, Failure>> =>
    change(by, personId, 'remove-bot', (row) => {
      if (by !== personId && !people.isOwner(by)) return err({ code: 'not-allowed' });
      if (!row) return err({ code: 'person-unknown' });
      return ok(row.token === null ? null : removed);
    });

  /** The stored passphrase, or a new one if there is none or another installation sealed it. */
  const passphraseFor = (by: Seal, { passphrase }: AgentBotRow): string =>
    passphrase !== null && by.open(passphrase) !== null
      ? passphrase
      : by.close(randomBytes(passphraseBytes).toString('base64url'));

  /** Connects a bot. False if nothing is new. A different bot replaces the previous one and keeps its shop. */
  async function connect(personId: number, bot: NewBot): Promise<Result<boolean, Failure>> {
    if (!seal) return err({ code: 'not-allowed' });
    const token = seal.open(bot.token);
    if (token === null) return err({ code: 'bot-token-refused' });
    return change(
      personId,
      personId,
      'connect-bot',
      (row) => {
        if (!row || row.allowed_at === null) return err({ code: 'not-allowed' });
        const isSame = row.bot_id === bot.id && row.token !== null && seal.open(row.token) === token;
        if (isSame && row.username === bot.username && row.problem === null) return ok(null);
        return ok({
          bot_id: bot.id,
          username: bot.username,
          managed: bot.isManaged ? 1 : row.bot_id === bot.id ? row.managed : 0,
          token: bot.token,
          passphrase: passphraseFor(seal, row),
          connected_at: now(),
          problem: null,
        });
      },
      async (tx) => {
        const others = await tx
          .selectFrom('agent_bots')
          .select('bot_id')
          .where('token', 'is not', null)
          .where('person_id', '<>', personId)
          .execute();
        if (others.some(({ bot_id }) => bot_id === bot.id)) return { code: 'bot-taken' };
        if (others.length >= mostBots) return { code: 'bots-too-many', most: mostBots };
        // Another agent had this bot and removed it.
        await tx
          .updateTable('agent_bots')
          .set({ bot_id: null })
          .where('bot_id', '=', bot.id)
          .where('person_id', '<>', personId)
          .execute();
        return null;
      },
    );
  }

  /** Stores the new token of a bot that was created through this one. */
  const renew = (personId: number, botId: number, token: string): Promise<Result<boolean, Failure>> =>
    change(personId, personId, 'connect-bot', (row) => {
      if (!seal || row?.bot_id !== botId || row.token === null) return err({ code: 'not-allowed' });
      return ok({ token: seal.close(token), passphrase: passphraseFor(seal, row), problem: null });
    });

  /** Sets a merchant; null removes it. */
  const setMerchant = (personId: number, method: OnlineMethod, merchant: string | null) =>
    change(personId, personId, 'bot-merchant', (row) => {
      if (!seal || !row || row.allowed_at === null || row.online !== 1) return err({ code: 'not-allowed' });
      const merchants = { ...merchantsOf(seal, row), [method]: merchant ?? undefined };
      const isEmpty = onlineMethods.every((one) => merchants[one] === undefined);
      return ok({ merchants: isEmpty ? null : seal.close(JSON.stringify(merchants)) });
    });

  /** The passphrase of the archives of the agent's shop; null without one. */
  async function passphraseOf(personId: number): Promise<string | null> {
    const row = await botRows(database.db).where('agent_bots.person_id', '=', personId).executeTakeFirst();
    return row?.passphrase ? (seal?.open(row.passphrase) ?? null) : null;
  }

  return {
    most: mostBots,
    seal,
    list,
    of,
    allow,
    pause,
    allowOnline,
    remove,
    connect,
    renew,
    setMerchant,
    passphraseOf,
  };
}
