import type { ReadFailure } from './failure.ts';
import type { BodyEnd } from './transport.ts';

/** The one clock of a call: connecting, waiting and reading all run under it. `stop` ends the call for reasons of ours. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** In words, once the signal has gone off. */
  lateness(): string;
}

export function createDeadline(ms: number, stop: AbortSignal | undefined): Deadline {
  const timeout = AbortSignal.timeout(ms);
  return {
    signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    lateness: () => (stop?.aborted ? 'stopped' : `no answer in ${ms / 1000} s`),
  };
}

/** Why a body could not be read to its end. */
export function endingWords(end: BodyEnd, deadline: Deadline): string {
  if (end === 'late') return deadline.lateness();
  if (end === 'cut') return 'connection cut';
  return end === 'too-large' ? 'answer is too large' : 'answer is not JSON';
}

export function readEnding(end: BodyEnd, deadline: Deadline): ReadFailure {
  const why = endingWords(end, deadline);
  return end === 'late' || end === 'cut'
    ? { kind: 'unavailable', why, retryAfterMs: null }
    : { kind: 'malformed', why };
}
