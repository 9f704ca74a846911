import type { Generated } from 'kysely';
import type { Language } from '#domain/language.ts';

/** What an agent may do by the API, and how they hear of it. A row that is not there: nothing. */
export interface ApiAccessTable {
  person_id: number;
  /** Since when the owner allows it; null: not, or not any more. */
  allowed_at: number | null;
  /** Rials a day, beside the agent's own limits; null: none. */
  daily_limit: number | null;
  /** Whether receipts of orders by the API are sent to the chat. */
  receipts: Generated<number>;
  /** Where the end of an order is told; null: nowhere. */
  hook_url: string | null;
  hook_secret: string | null;
}

export interface ApiTokenTable {
  /** The token begins with it, so that people know which is meant. */
  id: string;
  person_id: number;
  /** Of the token, which is stored nowhere. */
  hash: string;
  name: string;
  /** From which it is taken, separated by commas; empty: from any. */
  addresses: Generated<string>;
  created_at: number;
  used_at: number | null;
  /** The day in Tehran that `used_count` is about. */
  used_day: number | null;
  used_count: Generated<number>;
  revoked_at: number | null;
}

/** What was asked for under a key, once and for all: an order, or a refusal. */
export interface ApiPurchaseTable {
  person_id: number;
  key: string;
  /** Of the request's fields: another request under the same key is refused. */
  fingerprint: string;
  /** The `webservice_code` of the request. */
  code: string;
  /** Null: refused before there was an order. */
  order_id: string | null;
  /** Of the messages, so that the same key gets the same answer later. */
  language: Language;
  /** JSON of the failure; null: there is an order. */
  refusal: string | null;
  at: number;
}

/** What is told to an agent's address. */
export interface ApiDeliveryTable {
  /** Of the event, so that it is told once. */
  id: string;
  person_id: number;
  /** Null: a test. */
  order_id: string | null;
  /** JSON, as it is sent every time. */
  body: string;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: number;
  lease_until: Generated<number>;
  tried_at: number | null;
  /** The status of the last answer, or why there was none. */
  result: string | null;
  done_at: number | null;
  done_how: 'delivered' | 'given-up' | 'removed' | null;
}
