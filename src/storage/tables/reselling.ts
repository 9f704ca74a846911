import type { Generated } from 'kysely';
import type { Language } from '#domain/language.ts';

/** What an agent may do through the API, and where they are notified. Without a row they may do nothing. */
export interface ApiAccessTable {
  person_id: number;
  /** When the owner allowed it; null while the owner does not. */
  allowed_at: number | null;
  /** Rials a day, in addition to the agent's other limits; null without a limit. */
  daily_limit: number | null;
  /** Whether receipts of orders through the API go to the chat. */
  receipts: Generated<number>;
  /** Address that is notified when an order ends; null without one. */
  hook_url: string | null;
  hook_secret: string | null;
}

export interface ApiTokenTable {
  /** Start of the token, so that people recognise it. */
  id: string;
  person_id: number;
  /** Hash of the token. The token itself is not stored. */
  hash: string;
  name: string;
  /** Addresses that may use it, separated by commas; empty allows all. */
  addresses: Generated<string>;
  created_at: number;
  used_at: number | null;
  /** The day in Tehran that `used_count` counts. */
  used_day: number | null;
  used_count: Generated<number>;
  revoked_at: number | null;
}

/** The final result of a request under a key: an order or a refusal. */
export interface ApiPurchaseTable {
  person_id: number;
  key: string;
  /** Hash of the request's fields. A different request under the same key is refused. */
  fingerprint: string;
  /** The `webservice_code` of the request. */
  code: string;
  /** Null if it was refused before an order existed. */
  order_id: string | null;
  /** Language of the messages, so that a repeated request gets the same answer. */
  language: Language;
  /** JSON of the failure; null if there is an order. */
  refusal: string | null;
  at: number;
}

/** A notification to an agent's address. */
export interface ApiDeliveryTable {
  /** Id of the event, so that it is sent once. */
  id: string;
  person_id: number;
  /** Null for a test. */
  order_id: string | null;
  /** JSON, the same in every attempt. */
  body: string;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: number;
  lease_until: Generated<number>;
  tried_at: number | null;
  /** Status of the last answer, or why there was no answer. */
  result: string | null;
  done_at: number | null;
  done_how: 'delivered' | 'given-up' | 'removed' | null;
}
