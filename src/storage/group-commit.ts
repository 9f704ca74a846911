import { CompiledQuery } from 'kysely';
import { runTransaction } from './prepared.ts';
import type { Commits, Queries, Transaction } from './queries.ts';

interface Waiting {
  readonly work: (tx: Transaction) => Promise<unknown>;
  /** One statement needs no transaction. */
  readonly single: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Larger groups save little more, and other queries wait meanwhile. */
const maxGroupSize = 50;
const savepoint = CompiledQuery.raw('savepoint one');
const release = CompiledQuery.raw('release one');
const undo = CompiledQuery.raw('rollback to one');

/**
 * A commit waits for the disk, which is most of the cost of a small transaction. Transactions of the same turn of the event
 * loop share one commit; each has its own savepoint, and its promise resolves after the commit.
 */
export function groupCommits(db: Queries): Commits & { idle(): Promise<void> } {
  let waiting: Waiting[] = [];
  const underWay = new Set<Promise<void>>();

  function join<T>(work: Waiting['work'], single: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, single, resolve: resolve as Waiting['resolve'], reject });
      // After everything that is requested in this turn of the event loop.
      if (waiting.length === 1) setImmediate(next);
    });
  }

  function next(): void {
    const group = waiting.slice(0, maxGroupSize);
    waiting = waiting.slice(maxGroupSize);
    if (waiting.length > 0) setImmediate(next);
    const [one, ...more] = group;
    if (!one) return;
    const writing = (more.length === 0 ? alone(one) : together(group)).finally(() => underWay.delete(writing));
    underWay.add(writing);
  }

  async function alone({ work, single, resolve, reject }: Waiting): Promise<void> {
    try {
      const asked = single ? work(db as Transaction) : db.transaction().execute((tx) => runTransaction(tx, work));
      resolve((await asked) as never);
    } catch (error) {
      reject(error);
    }
  }

  async function together(group: readonly Waiting[]): Promise<void> {
    const told: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        for (const one of group) told.push(await inTurn(tx, one));
      });
      for (const tell of told) tell();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async function inTurn(tx: Transaction, { work, resolve, reject }: Waiting): Promise<() => void> {
    await tx.executeQuery(savepoint);
    try {
      const value = (await runTransaction(tx.withoutPlugins(), work)) as never;
      await tx.executeQuery(release);
      return () => resolve(value);
    } catch (error) {
      // After some errors (a full disk) SQLite has rolled back everything: then the whole group has failed.
      await tx.executeQuery(undo).catch(() => Promise.reject(error));
      await tx.executeQuery(release);
      return () => reject(error);
    }
  }

  return {
    transaction: (work) => join(work, false),
    write: (work) => join(work, true),
    idle: async () => {
      while (waiting.length > 0) await new Promise(setImmediate);
      await Promise.all(underWay);
    },
  };
}
