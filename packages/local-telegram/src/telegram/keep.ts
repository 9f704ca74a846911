import { DatabaseSync } from 'node:sqlite';
import type { Clock } from './clock.ts';

export type Kind = 'bot' | 'person' | 'chat' | 'message' | 'update' | 'file' | 'counter';

/** Persistent state. Writes are batched; `close` flushes them. */
export interface Keep {
  /** `value` is read when it is written, so the last state wins. */
  put(kind: Kind, key: string, value: unknown, bytes?: Uint8Array): void;
  remove(kind: Kind, key: string): void;
  load(kind: Kind): Iterable<{ key: string; value: unknown; bytes: Uint8Array | undefined }>;
  close(): void;
}

export const memoryKeep: Keep = { put() {}, remove() {}, load: () => [], close() {} };

const FLUSH_MS = 200;

export function createFileKeep(path: string, clock: Clock): Keep {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS things (
      kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, bytes BLOB, PRIMARY KEY (kind, key))`);
  const upsert = database.prepare('INSERT OR REPLACE INTO things (kind, key, value, bytes) VALUES (?, ?, ?, ?)');
  const erase = database.prepare('DELETE FROM things WHERE kind = ? AND key = ?');
  const select = database.prepare('SELECT key, value, bytes FROM things WHERE kind = ? ORDER BY rowid');
  const waiting = new Map<string, { kind: Kind; key: string; value: unknown; bytes: Uint8Array | undefined }>();
  let cancelFlush: (() => void) | undefined;

  function flush(): void {
    cancelFlush = undefined;
    database.exec('BEGIN');
    for (const { kind, key, value, bytes } of waiting.values()) {
      if (value === undefined) erase.run(kind, key);
      else upsert.run(kind, key, JSON.stringify(value), bytes ?? null);
    }
    database.exec('COMMIT');
    waiting.clear();
  }

  function write(kind: Kind, key: string, value: unknown, bytes?: Uint8Array): void {
    waiting.set(`${kind} ${key}`, { kind, key, value, bytes });
    cancelFlush ??= clock.schedule(flush, FLUSH_MS);
  }

  return {
    put: write,
    remove: (kind, key) => write(kind, key, undefined),
    *load(kind) {
      for (const row of select.all(kind)) {
        const bytes = row.bytes instanceof Uint8Array ? row.bytes : undefined;
        yield { key: String(row.key), value: JSON.parse(String(row.value)), bytes };
      }
    },
    close() {
      cancelFlush?.();
      flush();
      database.close();
    },
  };
}
