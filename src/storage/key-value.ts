import { Keyv } from 'keyv';
import type { Database } from './database.ts';
import { createKeyvAdapter, type KnownValue } from './keyv-adapter.ts';

/** Small state that needs no transaction, such as conversations and the copy of the catalogue. Failed writes throw. */
export interface KeyValue<T> {
  get(key: string): Promise<T | undefined>;
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface Collection<T> extends KeyValue<T> {
  /** All entries that have not expired. */
  entries(): Promise<(readonly [string, T])[]>;
  /** Deletes the entry. Of concurrent callers only one gets true. */
  take(key: string): Promise<boolean>;
}

export function createKeyValue<T>(
  database: Pick<Database, 'db'>,
  namespace: string,
  now: () => number = Date.now,
  known?: KnownValue,
): Collection<T> {
  // The adapter checks expiry by our clock; Keyv would use the system's. Without a listener, Keyv throws its errors.
  const keyv = new Keyv<T>({ store: createKeyvAdapter(database, namespace, now, known), checkExpired: false });
  return {
    get: (key) => keyv.get(key),
    set: async (key, value, ttlMs) => {
      // `set` would compute the expiry by the system's clock.
      const entry = ttlMs === undefined ? { value } : { value, expires: now() + ttlMs };
      if (!(await keyv.setRaw(key, entry))) throw new Error(`The key-value store refused a write in "${namespace}".`);
    },
    delete: async (key) => {
      await keyv.delete(key);
    },
    entries: () => Array.fromAsync(keyv.iterator() as AsyncIterable<readonly [string, T]>),
    take: (key) => keyv.delete(key),
  };
}
