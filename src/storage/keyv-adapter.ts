import type { KeyvStorageAdapter } from 'keyv';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables/tables.ts';

const aliveAt = (now: number) => (eb: ExpressionBuilder<Tables, 'key_values'>) =>
  eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]);

/** Every update runs this to find a question that waits for an answer. */
const currentValue = prepared((db, { key, now }: { readonly key: string; readonly now: number }) =>
  db.selectFrom('key_values').select('value').where('key', '=', key).where(aliveAt(now)),
);

/** A value that an earlier query brought along. Undefined if none did; null if the key has no value. */
export type KnownValue = (key: string) => string | null | undefined;

/**
 * Stores a namespace of Keyv in our database. Implements only the methods that the shop calls, and hides expired
 * entries.
 */
export function createKeyvAdapter(
  { db }: Pick<Database, 'db'>,
  namespace: string,
  now: () => number,
  known: KnownValue = () => undefined,
): KeyvStorageAdapter {
  const prefix = prefixOf(namespace);
  const methods = {
    get: async (key: string) => {
      const value = known(key);
      const [row] = value === undefined ? await currentValue(db, { key: prefix + key, now: now() }) : [{ value }];
      return row?.value ?? undefined;
    },
    set: async (key: string, value: string, expires?: number) => {
      const row = { value, expires_at: expires ?? null };
      await db
        .insertInto('key_values')
        .values({ key: prefix + key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
      return true;
    },
    delete: async (key: string) => {
      const { numDeletedRows } = await db
        .deleteFrom('key_values')
        .where('key', '=', prefix + key)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    iterator: async function* () {
      const rows = db.selectFrom('key_values').select(['key', 'value']).where(startsWith(prefix)).where(aliveAt(now()));
      for (const { key, value } of await rows.orderBy('key').execute()) yield [key.slice(prefix.length), value];
    },
    // With this Keyv calls the adapter directly, without its layer for stores that ignore expiry.
    capabilities: { expires: true },
  };
  return methods as unknown as KeyvStorageAdapter;
}

/** Frees the space of expired rows, which are invisible already. */
export async function sweepKeyValues({ db }: Database, now: number): Promise<void> {
  await db
    .deleteFrom('key_values')
    .where('expires_at', 'is not', null)
    .where(sql<boolean>`expires_at <= ${now}`)
    .execute();
}

/** Encodes the namespace, so that one with a colon cannot reach the keys of another. */
const prefixOf = (namespace: string): string => `${encodeURIComponent(namespace)}:`;

export const keyIn = (namespace: string, key: string): string => prefixOf(namespace) + key;

/** A range instead of LIKE: uses the primary key and needs no escaping. ';' follows ':'. */
const startsWith = (prefix: string) => (eb: ExpressionBuilder<Tables, 'key_values'>) =>
  eb.and([eb('key', '>=', prefix), eb('key', '<', `${prefix.slice(0, -1)};`)]);
