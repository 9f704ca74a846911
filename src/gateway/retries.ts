import type { Result } from '#domain/result.ts';
import type { ReadFailure } from './failure.ts';

interface RetryRules {
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly remainingMs: () => number;
  readonly signal: AbortSignal;
}

const tries = 3;
const firstDelayMs = 200;

/** Retries reads only. The purchase worker repeats purchases with their stored key. */
export async function withRetries<T>(
  attempt: () => Promise<Result<T, ReadFailure>>,
  { random, sleep, remainingMs, signal }: RetryRules,
): Promise<Result<T, ReadFailure>> {
  for (let tried = 1; ; tried++) {
    const result = await attempt();
    if (result.ok || result.error.kind !== 'unavailable' || tried === tries || signal.aborted) return result;
    const delay = (result.error.retryAfterMs ?? 0) + random() * firstDelayMs * 2 ** (tried - 1);
    if (delay >= remainingMs()) return result;
    try {
      await sleep(delay, signal);
    } catch {
      return result;
    }
  }
}
