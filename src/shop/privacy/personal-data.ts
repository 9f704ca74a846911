import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import { type Alert, staffPermissionFor } from '../alerts/alerts.ts';

/** How a table is tied to a person, and what becomes of its rows when they have their data deleted. */
interface Kept {
  /** The column with Telegram's id; null: nothing about one person, or reached through another table. */
  readonly of: string | null;
  readonly deletion: 'erased' | 'blanked' | 'kept';
  /** In this order an index has the rows of a person. */
  readonly sorted?: readonly string[];
}

const erased = (of: string): Kept => ({ of, deletion: 'erased' });
const kept = (of: string): Kept => ({ of, deletion: 'kept' });
const blanked = (of: string, ...sorted: string[]): Kept => ({ of, deletion: 'blanked', sorted });
const impersonal: Kept = { of: null, deletion: 'kept' };
/** Rows of a person's orders, payments and lists: blanked with these. */
const ofOthers: Kept = { of: null, deletion: 'blanked' };

/** Every table. What is blanked or kept is what the law and the ledger need: sums, times and states, without the name. */
export const personalTables: Readonly<Record<keyof Tables, Kept>> = {
  people: blanked('id'),
  person_words: erased('person_id'),
  person_notes: erased('person_id'),
  numbers: erased('person_id'),
  wallets: blanked('person_id'),
  ledger: blanked('person_id', 'id'),
  orders: blanked('buyer_id', 'confirmed_at', 'id'),
  order_events: ofOthers,
  order_messages: erased('chat_id'),
  receipt_jobs: impersonal,
  batches: kept('seller_id'),
  batch_rows: ofOthers,
  plans: erased('person_id'),
  plan_cycles: erased('person_id'),
  reminders: erased('person_id'),
  payments: blanked('person_id', 'created_at', 'id'),
  payment_events: ofOthers,
  payment_blocks: kept('person_id'),
  promo_uses: kept('person_id'),
  buyer_totals: kept('person_id'),
  daily_sales: kept('seller_id'),
  audit: blanked('person_id', 'id'),
  alerts: erased('owner_id'),
  announcement_people: erased('person_id'),
  referral_links: erased('person_id'),
  referrals: kept('person_id'),
  settlement_terms: kept('person_id'),
  settlements: kept('person_id'),
  support_conversations: erased('person_id'),
  support_messages: erased('person_id'),
  support_copies: erased('person_id'),
  support_waits: kept('person_id'),
  // Updates wait here until they are handled, then only their number stays for a day.
  inbox: impersonal,
  chats: impersonal,
  // Open questions and drafts: erased by key.
  key_values: ofOthers,
  invites: kept('used_by'),
  staff_invites: kept('used_by'),
  announcements: impersonal,
  switches: impersonal,
  price_rules: impersonal,
  tiers: impersonal,
  promo_codes: impersonal,
  bank_cards: impersonal,
  leases: impersonal,
  support_texts: impersonal,
};

/** What workers need, what identifies a request at the gateway, who of the staff did it, and what the shop earned. */
const internal = new Set([
  ...['cost', 'profit', 'known', 'route'],
  ...['body', 'idempotency_key', 'source', 'lease_until', 'next_attempt_at', 'attempts', 'revision', 'message_id'],
  ...['actor', 'actor_id', 'author_id', 'answered_by', 'created_by', 'code', 'key', 'topic_id', 'topic_chat_id'],
  ...['card_topic_id', 'referrer_id', 'alerted', 'alerted_at', 'order_told', 'chat_id', 'support_message_id'],
]);

export interface DataSection {
  readonly table: keyof Tables;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const pageSize = 500;

/** Everything that is kept about a person, table by table, in pages: other queries run in between. */
export async function* readPersonalData({ db }: Database, personId: number): AsyncGenerator<DataSection> {
  for (const [name, { of, sorted = [] }] of Object.entries(personalTables)) {
    // Only for searching, and the shop's messages on their way.
    if (of === null || name === 'person_words' || name === 'order_messages' || name === 'announcement_people') continue;
    const table = name as 'people';
    for (let page = 0, more = true; more; page += 1) {
      let query = db
        .selectFrom(table)
        .selectAll()
        .where(of as 'id', '=', personId);
      for (const column of sorted) query = query.orderBy(column as 'id');
      const rows: readonly Record<string, unknown>[] = await query
        .limit(pageSize)
        .offset(page * pageSize)
        .execute();
      const theirs = name === 'alerts' ? rows.filter(isToThem) : rows;
      if (theirs.length > 0) yield { table, rows: theirs.map(withoutInternal) };
      more = rows.length === pageSize;
      await setImmediate();
    }
  }
}

/** What staff hear of others is about these. */
function isToThem({ alert }: Record<string, unknown>): boolean {
  const told = JSON.parse(String(alert)) as Alert;
  return staffPermissionFor(told) === null && !('personId' in told);
}

const withoutInternal = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column, value]) => !internal.has(column) && value !== null));
