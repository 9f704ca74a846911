import { type Keyv, type KeyvStorageAdapter, keyvStorageCapability } from 'keyv';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables/tables.ts';

type Methods = Omit<KeyvStorageAdapter, keyof ReturnType<Keyv['on']>>;
type Entry = Parameters<KeyvStorageAdapter['setMany']>[0][number];

const pageSize = 200;
// PostgreSQL and SQLite both cap the parameters of one statement.
const batchSize = 500;

/** Queried at every update, to find a question that waits for an answer. */
const currentValue = prepared((db, { key, now }: { readonly key: string; readonly now: number }) =>
  db
    .selectFrom('key_values')
    .select('value')
    .where('key', '=', key)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
);

/** What was read before with something else; undefined: it was not, null: there is no value. */
export type KnownValue = (key: string) => string | null | undefined;

/** Keyv's storage on our database. Errors are thrown. */
export function createKeyvAdapter(
  { db }: Pick<Database, 'db'>,
  initialNamespace: string,
  now: () => number,
  known: KnownValue = () => undefined,
): Methods {
  // Keyv may change the namespace at any time, so a call reads the prefix once, before its first query.
  let namespace: string | undefined = initialNamespace;
  let prefix = prefixOf(initialNamespace);
  const stored = (key: string) => prefix + key;
  const alive = (eb: ExpressionBuilder<Tables, 'key_values'>) =>
    eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]);

  async function getMany<Value>(keys: string[]): Promise<(Value | undefined)[]> {
    const storedKeys = keys.map(stored);
    const values = new Map<string, string>();
    for (const some of batches(storedKeys)) {
      const rows = await db
        .selectFrom('key_values')
        .select(['key', 'value'])
        .where('key', 'in', some)
        .where(alive)
        .execute();
      for (const row of rows) values.set(row.key, row.value);
    }
    return storedKeys.map((key) => values.get(key) as Value | undefined);
  }

  async function setMany(entries: Entry[]): Promise<boolean[]> {
    // One statement may not touch a row twice; the last write of a key wins.
    const rows = new Map(entries.map((entry) => [entry.key, rowOf(stored(entry.key), entry.value, entry.expires)]));
    for (const some of batches([...rows.values()])) {
      await db
        .insertInto('key_values')
        .values(some)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            value: (eb) => eb.ref('excluded.value'),
            expires_at: (eb) => eb.ref('excluded.expires_at'),
          }),
        )
        .execute();
    }
    return entries.map(() => true);
  }

  async function deleteMany(keys: string[]): Promise<boolean[]> {
    const storedKeys = keys.map(stored);
    const gone = new Set<string>();
    for (const some of batches(storedKeys)) {
      const rows = await db.deleteFrom('key_values').where('key', 'in', some).returning('key').execute();
      for (const row of rows) gone.add(row.key);
    }
    return storedKeys.map((key) => gone.has(key));
  }

  async function* iterator<Value>(): AsyncGenerator<(string | Awaited<Value> | undefined)[], void> {
    const walked = prefix;
    // Paged by key, so that entries may be added and deleted meanwhile.
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows = await db
        .selectFrom('key_values')
        .select(['key', 'value'])
        .where(startsWith(walked))
        .where(alive)
        .where('key', '>', after)
        .orderBy('key')
        .limit(pageSize)
        .execute();
      for (const row of rows) yield [row.key.slice(walked.length), row.value as Awaited<Value>];
      after = rows.length < pageSize ? undefined : rows.at(-1)?.key;
    }
  }

  const methods = {
    get: async <Value>(key: string) => {
      const value = known(key);
      const [row] = value === undefined ? await currentValue(db, { key: stored(key), now: now() }) : [{ value }];
      return (row?.value ?? undefined) as Value | undefined;
    },
    getMany,
    set: async (key: string, value: unknown, expires?: number) => {
      await setMany([{ key, value, ...(expires === undefined ? {} : { expires }) } as Entry]);
      return true;
    },
    setMany,
    delete: async (key: string) => (await deleteMany([key]))[0] ?? false,
    deleteMany,
    has: async (key: string) => (await getMany([key]))[0] !== undefined,
    hasMany: async (keys: string[]) => (await getMany(keys)).map((value) => value !== undefined),
    clear: async () => {
      await db.deleteFrom('key_values').where(startsWith(prefix)).execute();
    },
    iterator,
  };
  return {
    ...methods,
    get namespace() {
      return namespace;
    },
    set namespace(value: string | undefined) {
      prefix = prefixOf(value);
      namespace = value;
    },
    capabilities: { ...keyvStorageCapability(methods), expires: true },
  } as Methods;
}

/** Expired rows are invisible already; this frees their space. */
export async function sweepKeyValues({ db }: Database, now: number): Promise<void> {
  await db
    .deleteFrom('key_values')
    .where('expires_at', 'is not', null)
    .where(sql<boolean>`expires_at <= ${now}`)
    .execute();
}

/** Encoded, so that a namespace with a colon cannot reach keys of another one. */
const prefixOf = (namespace = ''): string => `${encodeURIComponent(namespace)}:`;

export const keyIn = (namespace: string, key: string): string => prefixOf(namespace) + key;

/** A range instead of LIKE: uses the primary key and needs no escaping. ';' follows ':'. */
const startsWith = (prefix: string) => (eb: ExpressionBuilder<Tables, 'key_values'>) =>
  eb.and([eb('key', '>=', prefix), eb('key', '<', `${prefix.slice(0, -1)};`)]);

function rowOf(key: string, value: unknown, expires: number | undefined) {
  if (typeof value !== 'string') throw new TypeError('Keyv must encode values before they are stored.');
  return { key, value, expires_at: expires === undefined ? null : Math.ceil(expires) };
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
