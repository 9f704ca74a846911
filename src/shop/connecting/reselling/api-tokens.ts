import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { dayOf } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit, AuditAction } from '#shop/base/audit/audit.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { ApiAccess, Reseller } from './api-access.ts';

export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** Addresses and networks that may use it; empty allows all. */
  readonly addresses: readonly string[];
  readonly createdAt: number;
  readonly usedAt: number | null;
  readonly callsToday: number;
  /** Changes with the secret. */
  readonly version: string;
}

/** The agent behind a token. */
export interface ApiCaller extends Reseller {
  readonly token: NonNullable<Reseller['token']>;
  readonly name: string;
  readonly dailyLimit: Rials | null;
}

export type ApiTokens = ReturnType<typeof createApiTokens>;

interface ApiTokensDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly apiAccess: Pick<ApiAccess, 'of'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

interface Change {
  readonly by: number;
  readonly personId: number;
  readonly id: string;
  /** Hexadecimal; empty matches any version. */
  readonly version?: string;
  readonly action: AuditAction;
}

export const mostTokens = 10;
export const longestTokenName = 40;
export const mostAddresses = 20;
const prefix = 'sharj_';
const shape = /^sharj_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
/** Counts are written this often, because writing every call would cost a commit each. */
const noteEveryMs = 10_000;

const secrets = /(sharj_[0-9a-f]{12}_)[A-Za-z0-9_-]{43}/g;
/** Masks tokens without changing the length, so that positions in the text stay valid. */
export const withoutTokens = (text: string): string =>
  text.replace(secrets, (_, start: string) => start + '*'.repeat(43));

/** Stores only a hash, so that nobody can use a token from the database or a backup. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const versionOf = (hash: string): string => hash.slice(0, 8);

/** The start of a token, as lists show it. */
export const tokenStart = (id: string): string => `${prefix}${id}`;

const callerOf = prepared((db, { id }: { readonly id: string }) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('api_access', 'api_access.person_id', 'api_tokens.person_id')
    .innerJoin('people', 'people.id', 'api_tokens.person_id')
    .select(['api_tokens.hash', 'api_tokens.addresses', 'api_tokens.person_id', 'api_access.daily_limit'])
    .select(['people.name', 'people.language'])
    .where('api_tokens.id', '=', id)
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_access.allowed_at', 'is not', null)
    .where('people.role', '=', 'agent'),
);

/** Agents' tokens for the API. Each is shown once and stored as a hash. */
export function createApiTokens({ database, audit, people, apiAccess, now, randomBytes }: ApiTokensDeps) {
  /** Calls that are not written yet, by token. */
  const uses = new Map<string, { count: number; day: number; at: number }>();
  let notedAt = 0;

  async function list(personId: number): Promise<ApiToken[]> {
    const rows = await database.db
      .selectFrom('api_tokens')
      .selectAll()
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => {
      const unwritten = uses.get(row.id);
      const storedCount = row.used_day === dayOf(now()) ? row.used_count : 0;
      return {
        id: row.id,
        name: row.name,
        addresses: row.addresses === '' ? [] : row.addresses.split(','),
        createdAt: row.created_at,
        usedAt: unwritten?.at ?? row.used_at,
        callsToday: storedCount + (unwritten && unwritten.day === dayOf(now()) ? unwritten.count : 0),
        version: versionOf(row.hash),
      };
    });
  }

  const find = async (personId: number, id: string): Promise<ApiToken | null> =>
    (await list(personId)).find((token) => token.id === id) ?? null;

  /**
   * Creates a token, which only the answer contains. A key makes one token: a repeated request fails, because the token
   * may be in use.
   */
  async function create(
    personId: number,
    name: string,
    key: string | null = null,
  ): Promise<Result<{ id: string; token: string }, Failure>> {
    const id = key === null ? randomBytes(6).toString('hex') : hashOf(`${personId} ${key}`).slice(0, 12);
    const token = newToken(id);
    return database.transaction(async (tx) => {
      if ((await apiAccess.of(personId, tx)) === null) return err({ code: 'not-allowed' });
      const existingToken = await tx.selectFrom('api_tokens').select('id').where('id', '=', id).executeTakeFirst();
      if (existingToken) return err({ code: 'api-token-unseen' });
      const open = await tx
        .selectFrom('api_tokens')
        .select('id')
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .execute();
      if (open.length >= mostTokens) return err({ code: 'api-tokens-too-many', most: mostTokens });
      const row = { id, person_id: personId, hash: hashOf(token), name: nameOf(name), created_at: now() };
      await tx
        .insertInto('api_tokens')
        .values({ ...row, used_at: null, used_day: null, revoked_at: null })
        .execute();
      await note(tx, 'api-token', personId, personId, id);
      return ok({ id, token });
    });
  }

  const newToken = (id: string): string => `${tokenStart(id)}_${randomBytes(32).toString('base64url')}`;

  /** Replaces the secret under the same name and ends the old one at once. With a version, replaces only that one. */
  async function replace(
    personId: number,
    id: string,
    version = '',
  ): Promise<Result<{ id: string; token: string }, Failure>> {
    const token = newToken(id);
    const what = { by: personId, personId, id, version, action: 'replace-api-token' } as const;
    const changed = await change(what, { hash: hashOf(token) });
    return changed.ok ? ok({ id, token }) : changed;
  }

  const rename = (personId: number, id: string, name: string): Promise<Result<null, Failure>> =>
    change({ by: personId, personId, id, action: 'change-api-token' }, { name: nameOf(name) });

  /** Addresses or networks, such as 203.0.113.7 or 2001:db8::/32, separated by commas, spaces or lines. */
  async function setAddresses(personId: number, id: string, typed: string): Promise<Result<null, Failure>> {
    const addresses = typed.split(/[\s,،;]+/).filter((one) => one !== '');
    if (addresses.length > mostAddresses || !addresses.every((one) => readNetwork(one) !== null))
      return err({ code: 'api-addresses-invalid', most: mostAddresses });
    return change({ by: personId, personId, id, action: 'change-api-token' }, { addresses: addresses.join(',') });
  }

  /** Revokes a token for the agent or an owner. */
  function revoke(by: number, personId: number, id: string): Promise<Result<null, Failure>> {
    if (by !== personId && !people.isOwner(by)) return Promise.resolve(err({ code: 'not-allowed' }));
    return change({ by, personId, id, action: 'revoke-api-token' }, { revoked_at: now() });
  }

  function change(
    { by, personId, id, version = '', action }: Change,
    set: { hash?: string; name?: string; addresses?: string; revoked_at?: number },
  ): Promise<Result<null, Failure>> {
    return database.transaction(async (tx) => {
      const changed = await tx
        .updateTable('api_tokens')
        .set(set)
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .where('hash', 'like', `${version}%`)
        .returning('id')
        .executeTakeFirst();
      if (!changed) return err({ code: 'api-token-unknown' });
      await note(tx, action, by, personId, id);
      return ok(null);
    });
  }

  const note = (tx: Transaction, action: AuditAction, actorId: number, personId: number, id: string): Promise<void> =>
    audit.write(tx, { actorId, action, personId, details: { code: tokenStart(id) } });

  /** Null if the token is unknown or revoked, or the address is not allowed. */
  async function authenticate(token: string, address: string): Promise<ApiCaller | null> {
    const id = shape.exec(token)?.[1];
    if (id === undefined) return null;
    const [row] = await callerOf(database.db, { id });
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashOf(token)))) return null;
    if (row.addresses !== '' && !isWithin(row.addresses.split(','), address)) return null;
    noteUse(id).catch(() => undefined);
    const { person_id: personId, name, language, daily_limit: dailyLimit } = row;
    return { token: { id, hash: row.hash }, personId, name, language, dailyLimit };
  }

  async function noteUse(id: string): Promise<void> {
    const at = now();
    const day = dayOf(at);
    const before = uses.get(id);
    uses.set(id, { count: before && before.day === day ? before.count + 1 : 1, day, at });
    if (Math.abs(at - notedAt) < noteEveryMs) return;
    notedAt = at;
    await writeUses();
  }

  /** Writes the counts. A process that ends loses those of ten seconds. */
  async function writeUses(): Promise<void> {
    const noted = [...uses];
    uses.clear();
    for (const [id, { count, day, at }] of noted)
      await database.write((db) =>
        db
          .updateTable('api_tokens')
          .set((eb) => ({
            used_at: at,
            used_day: day,
            used_count: eb
              .case()
              .when('used_day', '=', day)
              .then(eb('used_count', '+', count))
              .else(count)
              .end(),
          }))
          .where('id', '=', id)
          .execute(),
      );
  }

  return { list, find, create, replace, rename, setAddresses, revoke, authenticate };
}

const nameOf = (typed: string): string => typed.trim().slice(0, longestTokenName);

type Network = { readonly address: string; readonly family: 'ipv4' | 'ipv6'; readonly bits: number };

function readNetwork(text: string): Network | null {
  const [, address = '', size] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = size === undefined ? most : Number(size);
  return bits > most ? null : { address, family: version === 4 ? 'ipv4' : 'ipv6', bits };
}

function isWithin(networks: readonly string[], given: string): boolean {
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(address);
  if (version === 0) return false;
  const list = new BlockList();
  for (const text of networks) {
    const network = readNetwork(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
