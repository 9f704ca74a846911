/** Small state that needs no transaction: preferences, conversations, the last good catalogue. Failing writes throw. */
export interface KeyValue<T> {
  get(key: string): Promise<T | undefined>;
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
}
