import type { Generated, Selectable } from 'kysely';
import type { OrderState } from '../domain/order.ts';
import type { OperatorId, ProductType, SimType } from '../domain/product.ts';
import type { ChatTable, InboxTable, LeaseTable, OrderMessageTable, ReceiptJobTable } from './delivery-tables.ts';
import type { BankCardTable, PaymentBlockTable, PaymentEventTable, PaymentTable } from './payment-tables.ts';
import type { PriceRuleTable, TierTable } from './price-tables.ts';

/** The database as the code sees it. Times are milliseconds, money is whole rials, yes and no are 1 and 0. */
export interface Tables {
  people: PersonTable;
  wallets: WalletTable;
  ledger: LedgerTable;
  orders: OrderTable;
  order_events: OrderEventTable;
  receipt_jobs: ReceiptJobTable;
  order_messages: OrderMessageTable;
  numbers: NumberTable;
  switches: SwitchTable;
  invites: InviteTable;
  audit: AuditTable;
  alerts: AlertTable;
  announcements: AnnouncementTable;
  announcement_people: AnnouncementPersonTable;
  batches: BatchTable;
  batch_rows: BatchRowTable;
  daily_sales: DailySaleTable;
  price_rules: PriceRuleTable;
  tiers: TierTable;
  key_values: KeyValueTable;
  inbox: InboxTable;
  chats: ChatTable;
  leases: LeaseTable;
  payments: PaymentTable;
  payment_events: PaymentEventTable;
  bank_cards: BankCardTable;
  payment_blocks: PaymentBlockTable;
}

interface PersonTable {
  id: number;
  name: string;
  language: 'fa' | 'en';
  unit: 'rial' | 'toman';
  role: 'customer' | 'agent';
  paused_why: string | null;
  /** Telegram said that they blocked the bot or are gone; cleared when they write again. */
  unreachable_at: number | null;
  created_at: number;
  seen_at: number;
  /** Of an agent; null: none. */
  tier_id: number | null;
}

/** Sums of the ledger, kept in step in the same transaction. */
interface WalletTable {
  person_id: number;
  balance: number;
  held: number;
  credit_limit: number;
}

export const ledgerKinds = ['grant', 'take', 'payment', 'hold', 'capture', 'release', 'repayment'] as const;

/** Append-only: what happened to a wallet, and the key that lets it happen once. */
interface LedgerTable {
  id: Generated<number>;
  key: string;
  person_id: number;
  kind: (typeof ledgerKinds)[number];
  balance_delta: number;
  held_delta: number;
  balance_after: number;
  order_id: string | null;
  actor: string;
  note: string | null;
  at: number;
}

interface OrderTable {
  id: string;
  buyer_id: number;
  state: OrderState;
  kind: 'product' | 'offer';
  product_id: number;
  offer_code: string | null;
  offer_type: string | null;
  profile_id: string | null;
  product_type: ProductType;
  operator_id: OperatorId;
  sim_type: SimType;
  title: string;
  title_en: string | null;
  days: number | null;
  mobile: string;
  /** What the buyer named for a ranged product; null where the price is fixed. */
  named_amount: number | null;
  base: number;
  vat: number;
  /** What the gateway is sent. */
  total: number;
  /** What the buyer's wallet pays; null, where a version before 0.3.0 wrote it: the total. */
  charge: number | null;
  /** What the gateway takes of the shop; null: unknown. */
  cost: number | null;
  profit: number | null;
  /** The name of the rule that made the charge. */
  price_name: string | null;
  idempotency_key: string;
  webservice_code: string;
  /** The request as it will be sent, each time. */
  body: string;
  quoted_at: number;
  expires_at: number;
  /** Telegram was told that it may be paid: until then the payment may come. */
  paying_until: Generated<number>;
  confirmed_at: number | null;
  ended_at: number | null;
  /** Unused since 0.3.0: see `order_messages`. */
  message_id: number | null;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  lease_until: Generated<number>;
  /** The gateway's words at the end, or ours about the last attempt. */
  outcome: string | null;
  /** Sold to many at once: news goes to the batch's own message. */
  batch_id: string | null;
}

interface OrderEventTable {
  id: Generated<number>;
  order_id: string;
  at: number;
  actor: string;
  from_state: OrderState | null;
  to_state: OrderState;
  why: string;
}

/** Numbers that a person used or saved, with what was learnt about each. */
interface NumberTable {
  person_id: number;
  mobile: string;
  label: string | null;
  operator_id: OperatorId | null;
  sim_type: SimType | null;
  used_at: number;
}

interface SwitchTable {
  name: string;
  value: string;
  actor: string;
  at: number;
}

/** A link that makes one person an agent, once, for a while. */
interface InviteTable {
  code: string;
  credit_limit: number;
  created_by: number;
  created_at: number;
  expires_at: number;
  used_by: number | null;
  used_at: number | null;
}

/** What owners and agents did, beside buying. Append-only. */
interface AuditTable {
  id: Generated<number>;
  at: number;
  actor_id: number;
  action: string;
  person_id: number | null;
  /** JSON. */
  details: string;
}

/** News for an owner that must reach them: one row for each owner and occasion. */
interface AlertTable {
  id: Generated<number>;
  /** Names the occasion: the same one is told once. */
  key: string;
  owner_id: number;
  /** JSON. */
  alert: string;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  lease_until: Generated<number>;
  done_at: number | null;
  done_how: string | null;
}

/** One message of the owner's for everyone. */
interface AnnouncementTable {
  id: string;
  owner_id: number;
  /** Our own copy of it in the owner's chat: what everyone gets a copy of. */
  message_id: number;
  excerpt: string;
  state: 'draft' | 'cancelled' | 'sending' | 'stopping' | 'stopped' | 'done';
  total: Generated<number>;
  sent: Generated<number>;
  blocked: Generated<number>;
  failed: Generated<number>;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** The message in which the owner watches it. */
  shown_in: number | null;
  /** Not a message more before this: the pace of all processes together, and the pauses that Telegram asks for. */
  next_at: Generated<number>;
  told_at: Generated<number>;
  /** When the owner had the summary. */
  closed_at: number | null;
}

/** Who is still to get an announcement; gone once they did. */
interface AnnouncementPersonTable {
  announcement_id: string;
  person_id: number;
  /** Tries of which nobody knows whether they arrived. */
  attempts: Generated<number>;
  lease_until: Generated<number>;
}

/** One thing for many numbers. Each row becomes an order of its own. */
interface BatchTable {
  id: string;
  seller_id: number;
  state: 'draft' | 'running' | 'done' | 'cancelled';
  product_id: number | null;
  amount: number | null;
  with_bought: Generated<number>;
  created_at: number;
  confirmed_at: number | null;
  ended_at: number | null;
  message_id: number | null;
}

interface BatchRowTable {
  batch_id: string;
  row: number;
  mobile: string;
  order_id: string | null;
  /** Why there is no order: a failure's code. */
  problem: string | null;
}

/** What was delivered, by the day on which it was confirmed: sums of orders, kept in step in the same transaction. */
interface DailySaleTable {
  /** 0 is the whole shop. */
  seller_id: number;
  part: 'operator' | 'product' | 'offer';
  /** Days of Tehran, counted from 1 January 1970. */
  day: number;
  /** The operator, or the product; personal offers count by the product under which they are bought. */
  part_id: number;
  count: number;
  base: number;
  vat: number;
  total: number;
  /** Totals less charges: negative where there were more fees than discounts. */
  discount: Generated<number>;
  /** How many of them have a known cost; `cost` and `profit` are the sums of these. */
  known: Generated<number>;
  cost: Generated<number>;
  profit: Generated<number>;
  /** The product's latest name of that day; null for operators and for personal offers. */
  title: string | null;
  title_en: string | null;
}

interface KeyValueTable {
  key: string;
  value: string;
  expires_at: number | null;
}

export type OrderRow = Selectable<OrderTable>;
export type PersonRow = Selectable<PersonTable>;
export type ReceiptJobRow = Selectable<ReceiptJobTable>;
export type OrderMessageRow = Selectable<OrderMessageTable>;
export type InboxRow = Selectable<InboxTable>;
export type AuditRow = Selectable<AuditTable>;
export type AlertRow = Selectable<AlertTable>;
export type AnnouncementRow = Selectable<AnnouncementTable>;
export type LedgerRow = Selectable<LedgerTable>;
export type BatchRow = Selectable<BatchTable>;
export type DailySaleRow = Selectable<DailySaleTable>;
export type PriceRuleRow = Selectable<PriceRuleTable>;
export type TierRow = Selectable<TierTable>;
export type NumberRow = Selectable<NumberTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type PaymentEventRow = Selectable<PaymentEventTable>;
export type BankCardRow = Selectable<BankCardTable>;
