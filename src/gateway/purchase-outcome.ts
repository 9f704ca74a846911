import { err, ok, type Result } from '../domain/result.ts';
import type { PurchaseFailure } from './failure.ts';
import { cleanMessage } from './message.ts';

export interface Bought {
  /** The gateway's own words. */
  readonly message: string;
}

/** An answer as far as it could be read; without JSON, the reason in our own words. */
export interface PurchaseAnswer {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly json: Result<unknown, string>;
}

export interface PurchasePatterns {
  /** What success reads like; null: any 2xx is one. */
  readonly success: RegExp | null;
  /** What a refusal for want of money in our own account reads like. */
  readonly accountEmpty: RegExp;
}

const undecided = new Set([408, 409, 425, 429]);

/**
 * Where money is decided. `rejected` gives the buyer's money back, so it needs the gateway's own no: a 4xx or a
 * `status: false` in an object; a 402, or a no in the words of `accountEmpty`, is about our own account. A 2xx whose message misses the owner's pattern is `unrecognised`: a gateway that changed
 * its wording must not refund delivered goods. Everything else stays `unsure` and is asked again with the same key.
 */
export function purchaseOutcome(
  { status, retryAfterMs, json }: PurchaseAnswer,
  patterns: PurchasePatterns,
): Result<Bought, PurchaseFailure> {
  if (status === 401 || status === 403) return err({ kind: 'unauthorized', status });
  const unsure = (why: string) => err({ kind: 'unsure', why, retryAfterMs } as const);
  const refused = status >= 400 && status < 500 && !undecided.has(status);
  if (!refused && (status < 200 || status > 299)) return unsure(`status ${status}`);
  if (!json.ok) return unsure(json.error);
  const answer = json.value;
  if (!isObject(answer)) return unsure('answer is not a JSON object');

  const message = cleanMessage(answer.message);
  if (refused || isNo(answer.status)) {
    const ours = status === 402 || matches(patterns.accountEmpty, message);
    return err({ kind: ours ? 'account-empty' : 'rejected', status, message });
  }
  if (patterns.success) {
    // Without a message there is nothing that the pattern could tell a yes from a no by.
    if (typeof answer.message !== 'string') return unsure('answer has no message');
    if (!matches(patterns.success, answer.message)) return err({ kind: 'unrecognised', status, message });
  }
  return ok({ message });
}

/** The wire's booleans come as 1 and 0 as well. A missing status says nothing. */
const isNo = (status: unknown): boolean => status === false || status === 0 || status === '0' || status === 'false';

/** Persian is typed with Arabic letters by half of the world's back ends: one of them must not turn a yes into a no. */
const oneSpelling = (text: string): string => text.replaceAll('ي', 'ی').replaceAll('ك', 'ک').replaceAll('\u200c', '');

function matches(pattern: RegExp, message: string): boolean {
  // A global or sticky pattern remembers where it stopped and would give every second yes for a no.
  const source = oneSpelling(pattern.source);
  return new RegExp(source, pattern.flags.replace(/[gy]/g, '')).test(oneSpelling(message.slice(0, 4_000)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
