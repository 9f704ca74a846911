import type { Dialect } from 'kysely';
import { between } from './listening.ts';

export interface FaultyWrites {
  readonly wrap: (dialect: Dialect) => Dialect;
  /** Lets so many writes through, counted from now, and breaks the next one: undone, or done without a word. */
  breakAfter(writes: number, when: 'before' | 'after'): void;
  /** Writes seen since then. */
  seen(): number;
}

const isWrite = (sql: string) => /^(insert|update|delete|commit|begin)/i.test(sql);

/** Stands where the driver speaks to the database: a write, a begin or a commit fails on demand. */
export function createFaultyWrites(): FaultyWrites {
  let count = 0;
  let breaking = Number.POSITIVE_INFINITY;
  let moment: 'before' | 'after' = 'before';

  return {
    wrap: (dialect) =>
      between(dialect, async ({ sql }, execute) => {
        // A transaction that began and failed would stay open on a connection that goes back to the pool: no driver does so.
        const begun = moment === 'after' && /^begin/i.test(sql);
        const broken = isWrite(sql) && count++ === breaking && !begun;
        if (broken && moment === 'before') throw new Error('no room on the disk');
        const result = await execute();
        if (broken) throw new Error('connection lost after the write');
        return result;
      }),
    breakAfter: (writes, when) => {
      count = 0;
      breaking = writes;
      moment = when;
    },
    seen: () => count,
  };
}
