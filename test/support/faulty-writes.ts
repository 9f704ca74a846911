import type { Dialect } from 'kysely';
import { between } from './listening.ts';

export interface FaultyWrites {
  readonly wrap: (dialect: Dialect) => Dialect;
  /** Lets so many writes pass and fails the next one, before or after it takes effect. */
  breakAfter(writes: number, when: 'before' | 'after'): void;
  /** Writes since then. */
  seen(): number;
}

const isWrite = (sql: string) => /^\s*(?:with \S+ as \(\s*)?(insert|update|delete|commit|begin)/i.test(sql);

/** At the driver: a write, a begin or a commit fails on demand. */
export function createFaultyWrites(): FaultyWrites {
  let count = 0;
  let breaking = Number.POSITIVE_INFINITY;
  let moment: 'before' | 'after' = 'before';

  return {
    wrap: (dialect) =>
      between(dialect, async ({ sql }, execute) => {
        // A begin that failed after it took effect would leave an open transaction in the pool: no driver does so.
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
