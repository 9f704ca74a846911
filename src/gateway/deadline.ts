import type { ReadFailure } from './failure.ts';
import type { BodyEnd } from './transport.ts';

/** One time limit for connecting, waiting and reading. `stop` lets the caller abort earlier. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Says why the signal was aborted. */
  lateness(): string;
}

export function createDeadline(ms: number, stop: AbortSignal | undefined): Deadline {
  const timeout = AbortSignal.timeout(ms);
  return {
    signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    lateness: () => (stop?.aborted ? 'stopped' : `no answer in ${ms / 1000} s`),
  };
}

export function endingWords(end: BodyEnd, deadline: Deadline): string {
  if (end === 'late') return deadline.lateness();
  if (end === 'cut') return 'connection cut';
  return `answer is ${end}`;
}

export function readEnding(end: BodyEnd, deadline: Deadline): ReadFailure {
  const why = endingWords(end, deadline);
  return end === 'late' || end === 'cut'
    ? { kind: 'unavailable', why, retryAfterMs: null }
    : { kind: 'malformed', why };
}
