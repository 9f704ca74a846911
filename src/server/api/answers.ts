import type { Refusal } from '@sharj/wire';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Failure, FailureCode } from '#domain/failure.ts';
import type { Language } from '#domain/language.ts';
import { isEnd, ownCauseOutcome } from '#domain/order.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { ResoldPurchase } from '#shop/connecting/reselling/api-purchases.ts';
import type { ApiError, Purchase } from './answer-schemas.ts';

/** What the API says beside the failures of the shop: each has its text in every locale. */
const apiTexts = [
  'api-bought',
  'api-rejected',
  'api-pending',
  'api-unauthenticated',
  'api-not-found',
  'api-key-required',
  'api-key-reused',
  'api-key-in-doubt',
  'api-invalid',
  'api-too-many',
  'api-busy',
] as const;
export type ApiText = (typeof apiTexts)[number];

export interface ApiWords {
  text(language: Language, key: ApiText): string;
  failure(language: Language, failure: Failure): string;
}

export interface ApiAnswer<Body = ApiError> {
  readonly status: ContentfulStatusCode;
  readonly body: Body;
  readonly retryAfter?: number;
  /** The answer was stored before this request. */
  readonly isReplayed?: boolean;
}

export const send = (c: Context, { status, body, retryAfter, isReplayed }: ApiAnswer): Response => {
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  if (isReplayed) c.header('idempotent-replayed', 'true');
  return c.json(body, status);
};

/** Ask again later with the same key. */
const pendingSeconds = 10;
/** An owner decides about it. */
const reviewSeconds = 60;
const pauseSeconds = 30;

/** Failures whose facts an error can tell. */
type ToldFailure<F = Failure> = F extends Failure ? (keyof F extends keyof ApiError ? F['code'] : never) : never;
export type ErrorCode = ToldFailure | ApiText;

/** With which status each code is answered. */
export const errorCodes = {
  400: ['api-key-required'],
  401: ['api-unauthenticated'],
  402: ['wallet-too-small'],
  404: ['api-not-found'],
  409: ['api-key-reused', 'api-key-in-doubt'],
  413: ['api-invalid'],
  415: ['api-invalid'],
  422: [
    'api-price',
    'api-field',
    'number-invalid',
    'amount-invalid',
    'amount-out-of-range',
    'product-gone',
    'product-off-sale',
    'product-not-for-number',
    'number-only-tdlte',
    'offer-gone',
    'offers-refused',
    'daily-limit',
    'api-rejected',
    'api-invalid',
  ],
  429: ['api-too-many', 'api-orders-too-many'],
  503: ['api-pending', 'selling-paused', 'shop-short', 'person-paused', 'offers-unavailable', 'api-busy'],
} as const satisfies Readonly<Record<number, readonly ErrorCode[]>>;
export type ErrorStatus = keyof typeof errorCodes;

const statusOf = new Map(
  Object.entries(errorCodes).flatMap(([status, codes]) =>
    codes.map((code): [string, ErrorStatus] => [code, Number(status) as ErrorStatus]),
  ),
);

export function createAnswers(words: ApiWords) {
  /** Codes are stable. */
  const failed = (language: Language, failure: Failure): ApiAnswer => {
    const status = statusOf.get(failure.code) ?? 422;
    return {
      status,
      body: { message: words.failure(language, failure), ...withUnderscores(failure) },
      ...(status === 503 || status === 429 ? { retryAfter: pauseSeconds } : {}),
    };
  };

  const plain = (status: ContentfulStatusCode, language: Language, key: ApiText, retryAfter?: number): ApiAnswer => ({
    status,
    body: { message: words.text(language, key), code: codeOf(key) },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

  /** A request that cannot be read, in words for programmers. */
  const unreadable = (language: Language, { status, message, errors }: Refusal): ApiAnswer => ({
    status,
    body: { message: words.text(language, 'api-invalid'), code: 'invalid', details: message, errors },
  });

  /** The same for the same order at its end, whenever it is asked for. */
  function purchase(language: Language, order: Order, code: string): ApiAnswer<Purchase> {
    const facts = { webservice_code: code, order_code: order.code, price: order.total, charge: order.charge };
    if (order.state === 'delivered') {
      const message = words.text(language, 'api-bought');
      return { status: 200, body: { message, code: 'delivered', ...facts } };
    }
    if (isEnd(order.state)) {
      // The gateway's own words, unless they are about the shop's account.
      const own = order.outcome === ownCauseOutcome ? null : order.outcome;
      const message = own || words.text(language, 'api-rejected');
      return { status: 422, body: { message, code: 'rejected', ...facts } };
    }
    const body: Purchase = { message: words.text(language, 'api-pending'), code: 'pending', ...facts };
    return { status: 503, body, retryAfter: order.state === 'review' ? reviewSeconds : pendingSeconds };
  }

  /** Of an order as it is now. */
  function resold(language: Language, result: ResoldPurchase): ApiAnswer {
    switch (result.kind) {
      case 'another-request':
        return plain(409, language, 'api-key-reused');
      case 'restored':
        return plain(503, language, 'api-busy', pauseSeconds);
      case 'in-doubt':
        return plain(409, language, 'api-key-in-doubt');
      case 'not-now':
        return result.failure.code === 'not-allowed'
          ? plain(401, language, 'api-unauthenticated')
          : failed(language, result.failure);
      case 'refused':
        return { ...failed(result.language, result.failure), isReplayed: result.isReplayed };
      case 'order':
        return { ...purchase(result.language, result.order, result.code), isReplayed: result.isReplayed };
    }
  }

  return { failed, plain, unreadable, purchase, resold };
}

const withUnderscores = ({ code, ...more }: Failure): Omit<ApiError, 'message'> => ({ code: codeOf(code), ...more });

/** In the spelling of the API's fields. */
export const codeOf = (code: FailureCode | ApiText): string => code.replace(/^api-/, '').replaceAll('-', '_');
