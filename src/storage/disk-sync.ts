import { AsyncLocalStorage } from 'node:async_hooks';
import { type FileHandle, open, realpath } from 'node:fs/promises';

export interface DiskSync {
  /** Resolves when everything committed so far is on disk. */
  sync(): Promise<void>;
  /** Runs `work`, in which `sync` resolves at once. */
  withoutWaiting<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Each commit is on disk when it returns. */
export const syncedByCommits: DiskSync = {
  sync: async () => undefined,
  withoutWaiting: (work) => work(),
  close: async () => undefined,
};

/**
 * When SQLite itself waits for the disk, it stops the event loop, and each commit waits separately. Here commits return
 * at once. Callers who need the disk share one flush of the write-ahead log, while other work goes on.
 */
export function createDiskSync(databaseFile: string): DiskSync {
  let opened: Promise<FileHandle> | null = null;
  const hurried = new AsyncLocalStorage<true>();
  const flush = async () => {
    // SQLite keeps the log next to the file itself, not next to a link to it.
    opened ??= realpath(databaseFile).then((file) => open(`${file}-wal`, 'r+'));
    await (await opened).datasync();
  };
  const sync = shareCalls(flush);
  return {
    sync: () => (hurried.getStore() ? Promise.resolve() : sync()),
    withoutWaiting: (work) => hurried.run(true, work),
    close: async () => {
      const file = await opened?.catch(() => null);
      await file?.close();
    },
  };
}

/** Runs one call at a time. Callers who ask while it runs share the next one. */
export function shareCalls(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const called = call();
      running = called.catch(() => undefined);
      return called;
    });
    return next;
  };
}
