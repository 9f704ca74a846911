import type { Generated } from 'kysely';
import type { Subject } from '#domain/order.ts';

/** One job for each order or list whose messages must be updated. */
export interface ReceiptJobTable {
  subject: Subject;
  /** Raised at every change, so that a worker that finished an older revision runs again. */
  revision: number;
  /** The last state that the buyer saw. */
  told: string | null;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  lease_until: Generated<number>;
  done_at: number | null;
  /** `delivered` or `unreachable`. */
  done_how: string | null;
}

/** A message that shows an order or list which may still change. */
export interface OrderMessageTable {
  chat_id: number;
  message_id: number;
  subject: Subject;
  /** `receipt`, or the callback data that shows this page. */
  view: string;
  /** Digest of the shown screen; empty if unknown. */
  shown: string;
}

/** Updates of Telegram, stored before they are acknowledged and kept for a day to recognise repeats. */
export interface InboxTable {
  id: string;
  update_id: number;
  chat_id: number;
  /** JSON; empty once it is handled. */
  payload: string;
  received_at: number;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  done_at: number | null;
  /** Set when the bot gives the update up and tells the person this reference. */
  reference: string | null;
  problem: string | null;
}

/** The process that handles a chat's updates, and the last screen of the chat. */
export interface ChatTable {
  chat_id: number;
  lease_owner: string;
  lease_until: number;
  message_id: number | null;
  screen: string | null;
}

/** Roles that only one process has at a time. */
export interface LeaseTable {
  name: string;
  owner: string;
  until: number;
}

export interface AnnouncementTable {
  id: string;
  owner_id: number;
  /** The bot's copy in the owner's chat; everyone gets a copy of it. */
  message_id: number;
  excerpt: string;
  state: 'draft' | 'planned' | 'cancelled' | 'sending' | 'stopping' | 'stopped' | 'done';
  total: Generated<number>;
  sent: Generated<number>;
  blocked: Generated<number>;
  failed: Generated<number>;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** The owner's message with the progress. */
  shown_in: number | null;
  /** Time of the next message. Holds the rate of all processes together and pauses that Telegram asks for. */
  next_at: Generated<number>;
  told_at: Generated<number>;
  /** When the owner got the summary. */
  closed_at: number | null;
  /** An audience of `audiences.ts`. */
  audience: Generated<string>;
  /** JSON; null without a button. */
  button: string | null;
  planned_at: number | null;
}

/** Recipients who have not got the message yet; deleted afterwards. */
export interface AnnouncementPersonTable {
  announcement_id: string;
  person_id: number;
  /** Attempts whose outcome is unknown. */
  attempts: Generated<number>;
  lease_until: Generated<number>;
}
