import { note } from './kernel/journal.ts';
import { time } from './kernel/time.ts';

/** Why nothing can be written: the disk is full, or another process has the lock, for shorter or longer than the shop waits. */
export type Trouble = 'disk-full' | 'disk-busy' | 'disk-locked';

let kind: Trouble | null = null;
let until = 0;

export const kindOfTrouble = (): Trouble | null => (time.at < until ? kind : null);

export function beginTrouble(next: Trouble, ms: number): void {
  note(`${next} for ${Math.round(ms)} ms`);
  kind = next;
  until = time.at + ms;
}

export function endTrouble(): void {
  kind = null;
}
