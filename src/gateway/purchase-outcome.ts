import { err, ok, type Result } from '#domain/result.ts';
import { cleanMessage } from './answer.ts';
import type { PurchaseFailure } from './failure.ts';
import { isObject } from './wire-values.ts';

/**
 * How gateways say that the shop's account lacks money. A subscriber's SIM card may lack credit too, so only words
 * about the account or the purchase may stand between the money and "not enough".
 */
export const defaultAccountEmptyPattern = new RegExp(
  [
    '(?:موجودی|اعتبار)(?: (?:حساب|پنل|کیف ?پول|شما|نماینده|فروشنده|برای|این|خرید|انجام))* کافی (?:نیست|نمی ?باشد)',
    'کمبود (?:موجودی|اعتبار)(?! سیم)',
    '(?:موجودی|اعتبار)(?: حساب)?(?: شما)? ناکافی',
    'insufficient (?:(?:account|wallet|reseller|your) )?(?:balance|credit|funds?)',
    '(?:balance|credit|funds) (?:is|are) (?:not enough|insufficient|too low)',
    'not enough (?:balance|credit|funds?)',
  ].join('|'),
  'iu',
);

export interface Bought {
  /** The gateway's message. */
  readonly message: string;
}

/** `json` is the answer, or our own reason why there is none. */
interface PurchaseAnswer {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly json: Result<unknown, string>;
}

interface PurchasePatterns {
  /** Null accepts any 2xx as a success. */
  readonly success: RegExp | null;
  readonly accountEmpty: RegExp;
}

/** The gateway has accepted the request but does not know the outcome yet. This is not an outage. */
export const pendingWhy = 'pending';

const isPending = (json: PurchaseAnswer['json']): boolean =>
  json.ok && isObject(json.value) && json.value.code === 'pending';

const undecided = new Set([408, 409, 425, 429]);

/**
 * `rejected` refunds the buyer, so it needs a definite no: a 4xx, or `status: false`. A 402, or a no that matches
 * `accountEmpty`, concerns our own account. A 2xx whose message misses the success pattern is `unrecognised`, so that a
 * changed wording does not refund delivered goods. Everything else is `unsure` and is retried with the same key.
 */
export function purchaseOutcome(
  { status, retryAfterMs, json }: PurchaseAnswer,
  patterns: PurchasePatterns,
): Result<Bought, PurchaseFailure> {
  if (status === 401 || status === 403) return err({ kind: 'unauthorized', status });
  const unsure = (why: string) => err({ kind: 'unsure', why, retryAfterMs } as const);
  const refused = status >= 400 && status < 500 && !undecided.has(status);
  if (!refused && (status < 200 || status > 299)) return unsure(isPending(json) ? pendingWhy : `status ${status}`);
  if (!json.ok) return unsure(json.error);
  const answer = json.value;
  if (!isObject(answer)) return unsure('answer is not a JSON object');

  const message = cleanMessage(answer.message);
  if (refused || isNo(answer.status)) {
    const ours = status === 402 || matches(patterns.accountEmpty, message);
    return err({ kind: ours ? 'account-empty' : 'rejected', status, message });
  }
  if (saysNo(answer.status)) return err({ kind: 'unrecognised', status, message });
  if (patterns.success) {
    // Without a message the pattern cannot decide.
    if (typeof answer.message !== 'string') return unsure('answer has no message');
    if (!matches(patterns.success, answer.message)) return err({ kind: 'unrecognised', status, message });
  }
  return ok({ message });
}

/** Booleans may arrive as 1 and 0. A missing status decides nothing. */
const isNo = (status: unknown): boolean => status === false || status === 0 || status === '0' || status === 'false';

/** A no in words that the API does not document; the owner decides. */
const saysNo = (status: unknown): boolean =>
  typeof status === 'string' && /^(?:nok|error|fail(?:ed|ure)?)$/iu.test(status);

/** Many back ends write Persian with Arabic letters, which must not turn a yes into a no. */
const oneSpelling = (text: string): string => text.replaceAll('ي', 'ی').replaceAll('ك', 'ک').replaceAll('\u200c', '');

function matches(pattern: RegExp, message: string): boolean {
  // Removes `g` and `y`, because such patterns keep their last position between calls.
  const source = oneSpelling(pattern.source);
  return new RegExp(source, pattern.flags.replace(/[gy]/g, '')).test(oneSpelling(message.slice(0, 4_000)));
}
