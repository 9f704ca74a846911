import { note } from './kernel/journal.ts';
import { time } from './kernel/time.ts';

type Kind = 'full' | 'busy';

/** Why nothing can be written, until when: the disk is full, or another process has the lock of the database. */
export const trouble = {
  kind: null as Kind | null,
  until: 0,
  /** Longer than the shop waits for a lock. */
  isLong: false,
  reset(): void {
    Object.assign(trouble, { kind: null, until: 0, isLong: false });
  },
  begin(kind: Kind, ms: number): void {
    note(`the disk is ${kind} for ${Math.round(ms)} ms`);
    Object.assign(trouble, { kind, until: time.at + ms, isLong: ms > 5_000 });
  },
};
