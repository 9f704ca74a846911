import { type RawBuilder, type Selectable, sql } from 'kysely';
import { withoutTyped } from '#shop/base/audit/audit.ts';
import type { Tables } from '#storage/tables/tables.ts';

/** What happens to a column. By default it stays and appears in the person's file. */
interface Fate<Value> {
  readonly internal?: boolean;
  /** The value that a deletion writes, or a function of the old value. */
  readonly blank?: Value | RawBuilder<Value> | ((value: string) => string);
}

type Parent = 'orders' | 'payments' | 'batches';

/** How a table belongs to a person, and what happens to each column. A column without a fate does not compile. */
export interface PersonalTable<Row = Readonly<Record<string, unknown>>> {
  /** The column with Telegram's id, or with the id of a row of `through`. */
  readonly of: keyof Row & string;
  readonly through?: Parent;
  /** Other rows are about others, or are still needed. */
  readonly where?: RawBuilder<boolean>;
  readonly deletion: 'erased' | 'blanked';
  readonly isInFile: boolean;
  /** Columns that tell a person's rows apart and never change, so that pages miss and repeat none. */
  readonly sorted: readonly string[];
  readonly columns: { readonly [Column in keyof Row]: Fate<Row[Column]> };
}

type ColumnName = { [T in keyof Tables]: keyof Tables[T] }[keyof Tables];
const all = <Name extends ColumnName, const F>(names: readonly Name[], fate: F) =>
  Object.fromEntries(names.map((name) => [name, fate])) as Record<Name, F>;
const kept = <Name extends ColumnName>(...names: Name[]) => all(names, {});
/** Internal columns: what workers need, what identifies a request, which staff acted, and what the shop earned. */
const internal = <Name extends ColumnName>(...names: Name[]) => all(names, { internal: true });
/** Comes last in a table, so that it wins. */
const blank = <const Value, Name extends ColumnName>(value: Value, ...names: Name[]) => all(names, { blank: value });

/** The person's id, then what tells their rows apart. */
type Keys<Columns> = readonly [of: keyof Columns & string, ...sorted: (keyof Columns & string)[]];
const stays = <const Columns>([of, ...sorted]: Keys<Columns>, columns: Columns) =>
  ({ of, columns, sorted, deletion: 'blanked', isInFile: true }) as const;
const erased = <const Columns>([of, ...sorted]: Keys<Columns>, columns: Columns) =>
  ({ of, columns, sorted, deletion: 'erased', isInFile: true }) as const;
const outOfFile = { isInFile: false } as const;

/** Keeps the operator's prefix for sums and replaces the rest of the number by zeros. */
const masked = sql<string>`substr(mobile, 1, 5) || '0000000'`;

/**
 * Every table; null if it is not about one person. What stays is what the law and the ledger need: sums, times and
 * states without the name.
 */
export const personalTables: {
  readonly [T in keyof Tables]: PersonalTable<Selectable<Tables[T]>> | (T extends Parent ? never : null);
} = {
  people: stays(['id'], {
    // A block stays, with its reason.
    ...kept('id', 'language', 'unit', 'paused_why', 'unreachable_at', 'created_at', 'seen_at', 'reminders'),
    ...kept('quiet_from', 'quiet_to', 'deleted_at'),
    ...blank('', 'name'),
    ...blank('customer', 'role'),
    ...blank(null, 'username', 'tier_id', 'staff_role', 'owner_since'),
    ...blank(0, 'staff_credit', 'staff_decides'),
  }),
  person_words: { ...erased(['person_id'], kept('word', 'person_id')), ...outOfFile },
  person_notes: erased(['person_id', 'id'], { ...kept('id', 'person_id', 'at', 'text'), ...internal('author_id') }),
  numbers: erased(
    ['person_id', 'mobile'],
    kept('person_id', 'mobile', 'label', 'operator_id', 'sim_type', 'used_at', 'muted'),
  ),
  wallets: stays(['person_id'], { ...kept('person_id', 'balance', 'held'), ...blank(0, 'credit_limit') }),
  ledger: stays(['person_id', 'id'], {
    ...kept('id', 'person_id', 'kind', 'balance_delta', 'held_delta', 'balance_after', 'order_id', 'at'),
    ...internal('key', 'actor'),
    // The note of a payment is its order's id, which is not personal.
    ...blank(sql<string | null>`case when kind = 'payment' then note end`, 'note'),
  }),
  orders: stays(['buyer_id', 'quoted_at', 'id'], {
    ...kept('id', 'buyer_id', 'state', 'kind', 'product_id', 'offer_type', 'product_type', 'operator_id', 'sim_type'),
    ...kept('title', 'title_en', 'days', 'named_amount', 'named_credit', 'base', 'vat', 'total', 'charge'),
    ...kept(
      'promo_id',
      'promo_code',
      'promo_discount',
      'webservice_code',
      'quoted_at',
      'expires_at',
      'paying_until',
      'confirmed_at',
    ),
    ...kept('ended_at', 'batch_id', 'paid_by', 'reversed_at', 'source', 'superseded_by'),
    ...internal('cost', 'profit', 'route', 'idempotency_key'),
    ...internal('attempts', 'next_attempt_at', 'lease_until', 'possibly_sent_at'),
    // A price for one person may be named after them.
    ...blank(null, 'outcome', 'offer_code', 'profile_id', 'price_name'),
    ...blank(masked, 'mobile'),
    body: { blank: '', internal: true },
  }),
  order_events: {
    ...stays(['order_id'], {
      ...kept('id', 'order_id', 'at', 'actor', 'from_state', 'to_state'),
      ...blank('', 'why'),
    }),
    ...outOfFile,
    through: 'orders',
  },
  order_messages: {
    ...erased(['chat_id'], kept('chat_id', 'message_id', 'subject', 'view', 'shown')),
    ...outOfFile,
  },
  receipt_jobs: null,
  batches: stays(['seller_id', 'id'], {
    ...kept('id', 'seller_id', 'state', 'product_id', 'amount', 'created_at', 'confirmed_at', 'ended_at'),
  }),
  batch_rows: {
    ...stays(['batch_id'], {
      ...kept('batch_id', 'row', 'order_id', 'problem', 'product_id', 'amount', 'with_bought'),
      ...blank(masked, 'mobile'),
      ...blank(null, 'words'),
    }),
    ...outOfFile,
    through: 'batches',
  },
  plans: erased(['person_id', 'id'], {
    ...kept('id', 'person_id', 'mobile', 'what', 'kind', 'product_id', 'amount', 'credit', 'offer_code', 'offer_type'),
    ...kept('profile_id', 'product_type', 'operator_id', 'sim_type', 'title', 'title_en', 'days', 'total', 'charge'),
    ...kept('ceiling', 'schedule', 'anchor', 'next_day', 'state', 'why', 'skips', 'created_at', 'updated_at'),
    ...internal('next_attempt_at', 'possibly_sent_until'),
  }),
  plan_cycles: erased(['person_id', 'id'], {
    ...kept('id', 'plan_id', 'person_id', 'day', 'state', 'problem', 'order_id', 'created_at', 'ended_at'),
    ...internal('attempts', 'next_attempt_at', 'lease_until'),
  }),
  reminders: erased(
    ['person_id', 'order_id'],
    kept('order_id', 'person_id', 'mobile', 'ends_on', 'due_at', 'done_at', 'done_how'),
  ),
  payments: stays(['person_id', 'created_at', 'id'], {
    // The problem is in our own words, and reconciliation reads whether there is one.
    ...kept('id', 'person_id', 'method', 'amount', 'credited', 'paid_back', 'order_id', 'state', 'reference'),
    ...kept('card_id', 'bought', 'problem', 'created_at', 'expires_at', 'hold_until', 'updated_at', 'ended_at'),
    ...kept('waiting_since'),
    ...internal('source', 'alerted', 'attempts', 'next_attempt_at', 'lease_until', 'possibly_sent_at'),
    // This reason may contain that of a block.
    ...blank(null, 'receipt', 'payer_card', 'payer_tail', 'slip', 'slip_kind', 'reason', 'kept_why'),
  }),
  payment_events: {
    ...stays(['payment_id'], {
      ...kept('id', 'payment_id', 'at', 'actor', 'from_state', 'to_state'),
      ...blank('', 'why'),
    }),
    ...outOfFile,
    through: 'payments',
  },
  payment_slips: erased(['person_id', 'id'], {
    ...kept('id', 'payment_id', 'person_id', 'at'),
    ...internal('source', 'mark'),
  }),
  payment_blocks: stays(['person_id', 'method'], kept('person_id', 'method', 'blocked_at', 'reopened_at')),
  promo_uses: stays(['person_id', 'order_id'], kept('order_id', 'promo_id', 'person_id', 'discount', 'at')),
  buyer_totals: stays(['person_id'], kept('person_id', 'orders', 'charged', 'last_at')),
  daily_sales: stays(['seller_id', 'part', 'day', 'part_id'], {
    ...kept('seller_id', 'part', 'day', 'part_id', 'count', 'base', 'vat', 'total', 'discount', 'title', 'title_en'),
    ...internal('known', 'cost', 'profit'),
  }),
  audit: stays(['person_id', 'id'], {
    ...kept('id', 'at', 'action', 'person_id'),
    ...internal('actor_id'),
    ...blank(withoutTyped, 'details'),
  }),
  alerts: erased(['owner_id', 'id'], {
    ...kept('id', 'owner_id', 'alert', 'created_at', 'done_at', 'done_how'),
    ...internal('key', 'attempts', 'next_attempt_at', 'lease_until'),
  }),
  announcement_people: {
    ...erased(['person_id'], kept('announcement_id', 'person_id', 'attempts', 'lease_until')),
    ...outOfFile,
  },
  referral_links: erased(['person_id'], { ...kept('person_id'), ...internal('code') }),
  referrals: stays(['person_id'], { ...kept('person_id', 'at', 'void_why'), ...internal('referrer_id') }),
  settlement_terms: stays(['person_id'], kept('person_id', 'cycle', 'day', 'grace_days')),
  settlements: stays(['person_id', 'id'], {
    ...kept('id', 'person_id', 'day', 'from_day', 'owed', 'ledger_id', 'state', 'grace_ends_at', 'created_at'),
    ...kept('ended_at'),
    ...internal('attempts', 'next_attempt_at', 'lease_until'),
  }),
  support_conversations: erased(['person_id'], {
    ...kept('person_id', 'state', 'order_id', 'waiting_since', 'opened_at', 'written_at'),
    ...internal('order_told', 'topic_chat_id', 'topic_id', 'card_topic_id', 'alerted_at', 'revision', 'attempts'),
    ...internal('next_attempt_at', 'lease_until'),
  }),
  support_messages: erased(['person_id', 'id'], {
    ...kept('id', 'person_id', 'kind', 'direction', 'album', 'order_id', 'reply_to', 'of_id', 'content'),
    ...kept('created_at', 'done_at', 'done_how'),
    ...internal('author_id', 'source', 'chat_id', 'message_id'),
  }),
  support_copies: erased(['person_id', 'chat_id', 'message_id'], {
    ...kept('person_id', 'form', 'header'),
    ...internal('chat_id', 'message_id', 'support_message_id'),
  }),
  support_waits: stays(['person_id', 'began_at'], {
    ...kept('person_id', 'began_at', 'answered_at'),
    ...internal('answered_by'),
  }),
  inbox: {
    ...stays(['chat_id'], {
      ...kept('id', 'update_id', 'chat_id', 'received_at', 'attempts', 'next_attempt_at', 'done_at', 'reference'),
      ...kept('problem'),
      ...blank('', 'payload'),
    }),
    ...outOfFile,
    // The other rows still have to be handled, such as this deletion.
    where: sql<boolean>`done_at is not null`,
  },
  chats: {
    // A stored screen contains the number that it shows.
    ...stays(['chat_id'], { ...kept('chat_id', 'lease_owner', 'lease_until', 'message_id'), ...blank(null, 'screen') }),
    ...outOfFile,
  },
  // Open questions and drafts are erased by key.
  key_values: null,
  invites: stays(['used_by', 'code'], {
    ...kept('credit_limit', 'created_at', 'expires_at', 'used_by', 'used_at'),
    ...internal('code', 'created_by'),
  }),
  staff_invites: stays(['used_by', 'code'], {
    ...kept('role', 'credit', 'decides', 'created_at', 'expires_at', 'used_by', 'used_at'),
    ...internal('code', 'created_by'),
  }),
  owner_links: stays(['used_by', 'hash'], {
    ...kept('created_at', 'expires_at', 'used_by', 'used_at'),
    ...internal('hash'),
  }),
  api_access: erased(['person_id'], {
    ...kept('person_id', 'allowed_at', 'daily_limit', 'receipts', 'hook_url'),
    ...internal('hook_secret'),
  }),
  api_tokens: erased(['person_id', 'id'], {
    ...kept('id', 'person_id', 'name', 'addresses', 'created_at', 'used_at', 'used_day', 'used_count'),
    ...kept('revoked_at'),
    ...internal('hash'),
  }),
  // The name of the shop's database stays, because its content belongs to that shop.
  agent_bots: stays(['person_id'], {
    ...kept('person_id', 'paused_at', 'online', 'managed', 'connected_at', 'problem'),
    ...internal('slug'),
    ...blank(null, 'allowed_at', 'bot_id', 'username', 'token', 'merchants', 'passphrase'),
  }),
  // A key that was used stays used.
  api_purchases: stays(['person_id', 'key'], {
    ...kept('person_id', 'key', 'order_id', 'language', 'refusal', 'at'),
    ...internal('fingerprint'),
    ...blank('', 'code'),
  }),
  api_deliveries: erased(['person_id', 'id'], {
    ...kept('id', 'person_id', 'order_id', 'body', 'created_at', 'tried_at', 'result', 'done_at', 'done_how'),
    ...internal('attempts', 'next_attempt_at', 'lease_until'),
  }),
  price_rules: {
    ...stays(['target_id'], {
      ...kept('id', 'target', 'target_id', 'operator_id', 'product_type', 'basis_points', 'starts_at'),
      ...kept('created_by', 'created_at', 'ended_at', 'ended_by'),
      ...blank(null, 'name'),
    }),
    ...outOfFile,
    where: sql<boolean>`target = 'person'`,
  },
  announcements: null,
  switches: null,
  tiers: null,
  // A code for a single person stays, because its text keeps it unique.
  promo_codes: null,
  bank_cards: null,
  leases: null,
  support_texts: null,
};
