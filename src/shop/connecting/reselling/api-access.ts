import type { Failure } from '#domain/failure.ts';
import type { Language } from '#domain/language.ts';
import type { Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';

/** What an agent may do through the API, and where they are notified. */
export interface ApiSettings {
  /** Rials a day, in addition to the agent's other limits; null without a limit. */
  readonly dailyLimit: Rials | null;
  /** Whether receipts of orders through the API go to the chat. */
  readonly receipts: boolean;
  /** Address that is notified when an order ends; null without one. */
  readonly hook: { readonly url: string; readonly secret: string } | null;
}

export type ApiAccess = ReturnType<typeof createApiAccess>;

interface ApiAccessDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly isApiOn: boolean;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

/** The owner's permission for an agent to buy through the API, and the agent's settings. */
export function createApiAccess({ database, audit, people, isApiOn, now, randomBytes }: ApiAccessDeps) {
  /** Null if the owner has not allowed it, or the API is off. */
  async function of(personId: number, db: Queries = database.db): Promise<ApiSettings | null> {
    if (!isApiOn) return null;
    const row = await db
      .selectFrom('api_access')
      .selectAll()
      .where('person_id', '=', personId)
      .where('allowed_at', 'is not', null)
      .executeTakeFirst();
    if (!row) return null;
    const { daily_limit: dailyLimit, receipts, hook_url: url, hook_secret: secret } = row;
    return { dailyLimit, receipts: receipts === 1, hook: url && secret ? { url, secret } : null };
  }

  /**
   * Allows or forbids the API. Settings and tokens stay and work again once it is allowed again. True if anything
   * changed.
   */
  async function allow(by: number, personId: number, isAllowed: boolean): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by) || !isApiOn) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const person = await tx.selectFrom('people').select('role').where('id', '=', personId).executeTakeFirst();
      if (person?.role !== 'agent' && isAllowed) return err({ code: 'person-unknown' });
      if (((await of(personId, tx)) !== null) === isAllowed) return ok(false);
      const allowed_at = isAllowed ? now() : null;
      await write(tx, personId, { allowed_at });
      const action = isAllowed ? 'allow-api' : 'forbid-api';
      await audit.write(tx, { actorId: by, action, personId, details: {} });
      return ok(true);
    });
  }

  async function limit(by: number, personId: number, dailyLimit: Rials | null): Promise<Result<null, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      await write(tx, personId, { daily_limit: dailyLimit });
      await audit.write(tx, { actorId: by, action: 'api-limit', personId, details: { limit: dailyLimit } });
      return ok(null);
    });
  }

  const setReceipts = (personId: number, receipts: boolean): Promise<Result<null, Failure>> =>
    change(personId, { receipts: receipts ? 1 : 0 }, { receipts: receipts ? 1 : 0 });

  /** Sets the address; a new one gets a new secret. */
  const setHook = (personId: number, url: string | null): Promise<Result<null, Failure>> =>
    change(
      personId,
      { hook_url: url, hook_secret: url === null ? null : randomBytes(32).toString('base64url') },
      { hook: url === null ? 0 : 1 },
    );

  /** Makes a change for the agent. */
  function change(
    personId: number,
    set: Partial<Row>,
    details: Readonly<Record<string, number>>,
  ): Promise<Result<null, Failure>> {
    return database.transaction(async (tx) => {
      if ((await of(personId, tx)) === null) return err({ code: 'not-allowed' });
      await write(tx, personId, set);
      await audit.write(tx, { actorId: personId, action: 'api-settings', personId, details });
      return ok(null);
    });
  }

  return { isOn: isApiOn, of, allow, limit, setReceipts, setHook };
}

type Row = Pick<Tables['api_access'], 'allowed_at' | 'daily_limit' | 'hook_url' | 'hook_secret'> & { receipts: number };

const none = { allowed_at: null, daily_limit: null, hook_url: null, hook_secret: null };

async function write(tx: Transaction, personId: number, set: Partial<Row>): Promise<void> {
  await tx
    .insertInto('api_access')
    .values({ ...none, ...set, person_id: personId })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(set))
    .execute();
}

/** The agent who buys, and their language. */
export interface Reseller {
  readonly personId: number;
  readonly language: Language;
  /**
   * The token that was sent, with the hash of its secret at that time. Null for the agent's own bot in this process.
   */
  readonly token: { readonly id: string; readonly hash: string } | null;
}
