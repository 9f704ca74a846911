import type { DiskSync } from './disk-sync.ts';
import { runTransaction } from './prepared.ts';
import type { Commits, Queries, Transaction } from './queries.ts';

export function createCommits(db: Queries, disk: DiskSync): Commits & { close(): Promise<void> } {
  const pending = new Set<Promise<unknown>>();

  function track<T>(work: Promise<T>): Promise<T> {
    const ended = () => void pending.delete(work);
    pending.add(work);
    work.then(ended, ended);
    return work;
  }

  const commit = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction().execute((tx) => runTransaction(tx, work));

  async function commitToDisk<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await commit(work);
    await disk.sync();
    return result;
  }

  return {
    transaction: (work) => track(commitToDisk(work)),
    write: (work) => track(work(db)),
    quickWrite: (work) => track(disk.withoutWaiting(() => work(db))),
    sync: disk.sync,
    /** After what is under way. */
    close: async () => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await disk.close();
      await db.destroy();
    },
  };
}
