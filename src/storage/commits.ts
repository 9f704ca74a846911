import type { DiskSync } from './disk-sync.ts';
import { runTransaction } from './prepared.ts';
import type { Commits, Queries, Transaction } from './queries.ts';

/** `write` is one statement. `quickWrite` is one or several that need not be stored together. */
type WorkKind = Exclude<keyof Commits, 'sync'>;

export interface Work<T> {
  readonly kind: WorkKind;
  readonly run: (on: Transaction) => Promise<T>;
}

/** Resolves when `Commits` promises for that kind of work. */
export type RunWork = <T>(work: Work<T>) => Promise<T>;

/** Commits each piece of work separately. */
export function runAlone(db: Queries, disk: DiskSync): RunWork {
  async function commit<T>(run: Work<T>['run']): Promise<T> {
    const result = await db.transaction().execute((tx) => runTransaction(tx, run));
    await disk.sync();
    return result;
  }

  return ({ kind, run }) => {
    if (kind === 'transaction') return commit(run);
    const write = async () => run(db as Transaction);
    return kind === 'write' ? write() : disk.withoutWaiting(write);
  };
}

export function createCommits(
  db: Queries,
  disk: DiskSync,
  runWork: RunWork = runAlone(db, disk),
): Commits & { close(): Promise<void> } {
  const pending = new Set<Promise<unknown>>();

  function track<T>(work: Promise<T>): Promise<T> {
    const ended = () => void pending.delete(work);
    pending.add(work);
    work.then(ended, ended);
    return work;
  }

  return {
    transaction: (run) => track(runWork({ kind: 'transaction', run })),
    write: (run) => track(runWork({ kind: 'write', run })),
    quickWrite: (run) => track(runWork({ kind: 'quickWrite', run })),
    sync: disk.sync,
    /** Waits for work in progress. */
    close: async () => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await disk.close();
      await db.destroy();
    },
  };
}
