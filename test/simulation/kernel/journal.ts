import { createHash } from 'node:crypto';
import { lives } from './life.ts';
import { time } from './time.ts';

/** Everything that happens, in order. Two runs of one seed have the same hash, or something in them is not simulated. */
let digest = createHash('sha256');
/** Not hashed yet: many small texts take longer than one long one. */
let lines = '';
const mostUnhashed = 100_000;
let onLine: ((line: string) => void) | null = null;

export function note(text: string): void {
  const line = `${time.elapsed().toFixed(3)} ${lives.getStore()?.id ?? '-'} ${text}`;
  lines += `${line}\n`;
  if (lines.length > mostUnhashed) hashLines();
  onLine?.(line);
}

function hashLines(): void {
  digest.update(lines);
  lines = '';
}

export const journal = {
  /** `trace` gets every line. */
  reset(trace: ((line: string) => void) | null = null): void {
    digest = createHash('sha256');
    lines = '';
    onLine = trace;
  },
  hash(): string {
    hashLines();
    return digest.copy().digest('hex').slice(0, 16);
  },
};

/** Stands for a long text in the journal. */
export const shortHash = (data: string | Uint8Array): string =>
  createHash('sha1').update(data).digest('hex').slice(0, 8);
