import { CompiledQuery } from 'kysely';
import { runTransaction } from './prepared.ts';
import type { Commits, Queries, Transaction } from './queries.ts';

interface Waiting {
  readonly work: (tx: Transaction) => Promise<unknown>;
  /** A single statement is a transaction by itself. */
  readonly single: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Longer groups save little more, and everyone else waits while one is written. */
const mostTogether = 50;
const savepoint = CompiledQuery.raw('savepoint one');
const release = CompiledQuery.raw('release one');
const undo = CompiledQuery.raw('rollback to one');

/**
 * SQLite writes to the disk at every commit, and that is most of what a small transaction costs. Those that are asked for
 * in the same turn of the event loop share one commit: each is still done whole or not at all, by a savepoint of its own,
 * and nobody hears of theirs before it is on the disk.
 */
export function groupCommits(db: Queries): Commits & { idle(): Promise<void> } {
  let waiting: Waiting[] = [];
  const underWay = new Set<Promise<void>>();

  function join<T>(work: Waiting['work'], single: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, single, resolve: resolve as Waiting['resolve'], reject });
      // After all that came in with this turn.
      if (waiting.length === 1) setImmediate(next);
    });
  }

  function next(): void {
    const group = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
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
      // After some errors (a full disk) SQLite has undone everything by itself: then the whole group has failed of this.
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
