import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery } from 'kysely';
import { type RunWork, runAlone, type Work } from './commits.ts';
import type { DiskSync } from './disk-sync.ts';
import { runTransaction } from './prepared.ts';
import type { Queries, Transaction } from './queries.ts';

interface WaitingWork extends Work<unknown> {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Limits how long other queries wait. */
const mostTogether = 50;
const savepoint = CompiledQuery.raw('savepoint one');
const release = CompiledQuery.raw('release one');
const undo = CompiledQuery.raw('rollback to one');

/**
 * A commit of SQLite writes every changed page to the log, which costs more than the statements. Work from one turn of
 * the event loop changes the same pages, so it shares a commit. Each transaction has its own savepoint, and callers
 * hear results only after the commit. `isInTransaction` tells whether the connection is in a transaction.
 */
export function shareCommits(db: Queries, disk: DiskSync, isInTransaction: () => boolean): RunWork {
  const alone = runAlone(db, disk);
  let waiting: WaitingWork[] = [];

  /** Leaves the context of the first piece of work, which may be one that does not wait for the disk. */
  const runNext = AsyncLocalStorage.bind((): void => {
    const group = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    if (waiting.length > 0) setImmediate(runNext);
    const [first, ...others] = group;
    if (first && others.length === 0) alone(first).then(first.resolve, first.reject);
    else void runTogether(group);
  });

  async function runTogether(group: readonly WaitingWork[]): Promise<void> {
    const tell: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        for (const work of group) tell.push(await runIn(tx, work));
      });
      for (const one of tell) one();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** Returns a function that reports the result, to be called after the commit. */
  async function runIn(tx: Transaction, { kind, run, resolve, reject }: WaitingWork): Promise<() => void> {
    const hasParts = kind === 'transaction';
    if (hasParts) await tx.executeQuery(savepoint);
    try {
      const result = await runTransaction(tx, run);
      if (hasParts) await tx.executeQuery(release);
      if (kind === 'quickWrite') return () => resolve(result);
      return () => void disk.sync().then(() => resolve(result), reject);
    } catch (error) {
      // After some errors (a full disk) SQLite has undone the whole transaction.
      if (!isInTransaction()) throw error;
      if (hasParts) {
        await tx.executeQuery(undo);
        await tx.executeQuery(release);
      }
      return () => reject(error);
    }
  }

  return <T>({ kind, run }: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      // Runs after everything that begins in this turn of the event loop.
      if (waiting.length === 0) setImmediate(runNext);
      waiting.push({ kind, run, resolve: resolve as WaitingWork['resolve'], reject });
    });
}
