import { Keyv } from 'keyv';
import type { Database } from './database.ts';
import { createKeyvAdapter } from './keyv-adapter.ts';

/** Small state that needs no transaction: preferences, conversations, the last good catalogue. Failing writes throw. */
export interface KeyValue<T> {
  get(key: string): Promise<T | undefined>;
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
}

export function createKeyv<T>(database: Database, namespace: string, now: () => number = Date.now): Keyv<T> {
  const keyv = new Keyv<T>({ store: createKeyvAdapter(database, namespace, now) });
  // Keyv reports a failed read as "absent" and a failed write as `false`. A shop must not go on from either.
  keyv.on('error', (error: unknown) => {
    throw error;
  });
  return keyv;
}

export function createKeyValue<T>(database: Database, namespace: string, now?: () => number): KeyValue<T> {
  const keyv = createKeyv<T>(database, namespace, now);
  return {
    get: (key) => keyv.get(key),
    set: async (key, value, ttlMs) => {
      if (!(await keyv.set(key, value, ttlMs)))
        throw new Error(`The key-value store refused a write in "${namespace}".`);
    },
    delete: async (key) => {
      await keyv.delete(key);
    },
  };
}
