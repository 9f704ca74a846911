import type { Refusal } from '@sharj/wire';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Failure, FailureCode } from '#domain/failure.ts';
import type { Language } from '#domain/language.ts';
import { isEnd, ownCauseOutcome } from '#domain/order.ts';
import type { Order } from '#shop/orders/order.ts';

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

export interface ApiAnswer {
  readonly status: ContentfulStatusCode;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfter?: number;
}

export const send = (c: Context, { status, body, retryAfter }: ApiAnswer): Response => {
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  return c.json(body, status);
};

/** Ask again later with the same key. */
const pendingSeconds = 10;
/** An owner decides about it. */
const reviewSeconds = 60;
export const pauseSeconds = 30;

const statuses: Partial<Readonly<Record<FailureCode, ContentfulStatusCode>>> = {
  'wallet-too-small': 402,
  'selling-paused': 503,
  'shop-short': 503,
  'person-paused': 503,
  'offers-unavailable': 503,
  'api-orders-too-many': 429,
};

export function createAnswers(words: ApiWords) {
  /** Codes are stable. */
  const failed = (language: Language, failure: Failure): ApiAnswer => {
    const status = statuses[failure.code] ?? 422;
    return {
      status,
      body: { message: words.failure(language, failure), ...withUnderscores(failure) },
      ...(status === 503 || status === 429 ? { retryAfter: pauseSeconds } : {}),
    };
  };

  const plain = (
    status: ContentfulStatusCode,
    language: Language,
    key: ApiText,
    retryAfter?: number,
    more: Readonly<Record<string, unknown>> = {},
  ): ApiAnswer => ({
    status,
    body: { message: words.text(language, key), code: codeOf(key), ...more },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

  /** A request that cannot be read, in words for programmers. */
  const unreadable = (language: Language, { status, message, errors }: Refusal): ApiAnswer => ({
    status,
    body: { message: words.text(language, 'api-invalid'), code: 'invalid', details: message, errors },
  });

  /** The same for the same order at its end, whenever it is asked for. */
  function purchase(language: Language, order: Order, code: string): ApiAnswer {
    const facts = { webservice_code: code, order_code: order.code, price: order.total, charge: order.charge };
    if (order.state === 'delivered') {
      const { body } = plain(200, language, 'api-bought');
      return { status: 200, body: { ...body, code: 'delivered', ...facts } };
    }
    if (isEnd(order.state)) {
      // The gateway's own words, unless they are about the shop's account.
      const words = order.outcome === null || order.outcome === ownCauseOutcome ? null : order.outcome;
      const { body } = plain(422, language, 'api-rejected');
      return { status: 422, body: { ...body, ...(words ? { message: words } : {}), ...facts } };
    }
    return plain(503, language, 'api-pending', order.state === 'review' ? reviewSeconds : pendingSeconds, facts);
  }

  return { failed, plain, unreadable, purchase };
}

const withUnderscores = ({ code, ...more }: Failure): Record<string, unknown> => ({ code: codeOf(code), ...more });

/** In the spelling of the API's fields. */
export const codeOf = (code: FailureCode | ApiText): string => code.replace(/^api-/, '').replaceAll('-', '_');
