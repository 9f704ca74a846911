import { Keyv } from 'keyv';
import type { Database } from './database.ts';
import { createKeyvAdapter } from './keyv-adapter.ts';

/** Small state that needs no transaction: preferences, conversations, the last good catalogue. Failing writes throw. */
export interface KeyValue<T> {
  get(key: string): Promise<T | undefined>;
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** One that somebody goes through. */
export interface Collection<T> extends KeyValue<T> {
  /** All that has not expired. */
  entries(): Promise<(readonly [string, T])[]>;
  /** Deletes, and is true for one of those who do so at once. */
  take(key: string): Promise<boolean>;
}

export function createKeyv<T>(database: Database, namespace: string, now: () => number = Date.now): Keyv<T> {
  // The adapter knows what has expired, by our clock; Keyv would look again, by another.
  const keyv = new Keyv<T>({ store: createKeyvAdapter(database, namespace, now), checkExpired: false });
  // Keyv reports a failed read as "absent" and a failed write as `false`. A shop must not go on from either.
  keyv.on('error', (error: unknown) => {
    throw error;
  });
  return keyv;
}

export function createKeyValue<T>(database: Database, namespace: string, now: () => number = Date.now): Collection<T> {
  const keyv = createKeyv<T>(database, namespace, now);
  return {
    get: (key) => keyv.get(key),
    set: async (key, value, ttlMs) => {
      // Raw, because that way the moment of expiry is ours to say.
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
