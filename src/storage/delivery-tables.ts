import type { Generated } from 'kysely';

/** The order or list whose messages must be brought up to date: one job each, however often it changes. */
export interface ReceiptJobTable {
  /** `order:`, `batch:` or `payment:` and its id. */
  subject: string;
  /** Raised at every change: a worker that finished an older revision runs again. */
  revision: number;
  /** The last state that the buyer was told of. */
  told: string | null;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  lease_until: Generated<number>;
  done_at: number | null;
  /** delivered or unreachable. */
  done_how: string | null;
}

/** A message that shows an order or a list which may still change. */
export interface OrderMessageTable {
  chat_id: number;
  message_id: number;
  subject: string;
  /** `receipt`, or the callback data of the page that it is. */
  view: string;
  /** Digest of the screen that the message shows; empty when unknown. */
  shown: string;
}

/** Updates of Telegram, stored before they are acknowledged. Handled ones stay for a day, so that repeats are recognised. */
export interface InboxTable {
  id: string;
  update_id: number;
  chat_id: number;
  /** JSON; empty once it was handled. */
  payload: string;
  received_at: number;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  done_at: number | null;
  /** Set when it was given up: what the person and the log were told. */
  reference: string | null;
  problem: string | null;
}

/** The process that handles a chat's updates now, and the screen that it showed last. */
export interface ChatTable {
  chat_id: number;
  lease_owner: string;
  lease_until: number;
  message_id: number | null;
  screen: string | null;
}

/** Roles that one process has at a time. */
export interface LeaseTable {
  name: string;
  owner: string;
  until: number;
}
