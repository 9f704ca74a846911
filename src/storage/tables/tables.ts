import type { Generated, Selectable } from 'kysely';
import type { OrderSource, OrderState } from '#domain/order.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import type { OperatorId, SimType } from '#domain/product.ts';
import type {
  AnnouncementPersonTable,
  AnnouncementTable,
  ChatTable,
  InboxTable,
  LeaseTable,
  OrderMessageTable,
  ReceiptJobTable,
} from './delivery.ts';
import type { ReferralLinkTable, ReferralTable, SettlementTable, SettlementTermsTable } from './earning.ts';
import type { ItemColumns } from './item.ts';
import type { BatchRowTable, BatchTable } from './list.ts';
import type { BankCardTable, PaymentBlockTable, PaymentEventTable, PaymentSlipTable, PaymentTable } from './payment.ts';
import type {
  BuyerTotalTable,
  OwnerLinkTable,
  PersonNoteTable,
  PersonTable,
  PersonWordTable,
  StaffInviteTable,
} from './people.ts';
import type { PlanCycleTable, PlanTable, ReminderTable } from './plan.ts';
import type { PriceRuleTable, PromoCodeTable, PromoUseTable, TierTable } from './price.ts';
import type { DailySaleTable } from './report.ts';
import type { ApiAccessTable, ApiDeliveryTable, ApiPurchaseTable, ApiTokenTable } from './reselling.ts';
import type { SupportTables } from './support.ts';

/** Times are milliseconds, money is whole rials, booleans are 1 and 0. */
export interface Tables extends SupportTables {
  people: PersonTable;
  agent_bots: AgentBotTable;
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
  promo_codes: PromoCodeTable;
  promo_uses: PromoUseTable;
  referral_links: ReferralLinkTable;
  referrals: ReferralTable;
  settlement_terms: SettlementTermsTable;
  settlements: SettlementTable;
  key_values: KeyValueTable;
  inbox: InboxTable;
  chats: ChatTable;
  leases: LeaseTable;
  payments: PaymentTable;
  payment_events: PaymentEventTable;
  payment_slips: PaymentSlipTable;
  bank_cards: BankCardTable;
  payment_blocks: PaymentBlockTable;
  plans: PlanTable;
  plan_cycles: PlanCycleTable;
  reminders: ReminderTable;
  person_words: PersonWordTable;
  buyer_totals: BuyerTotalTable;
  staff_invites: StaffInviteTable;
  owner_links: OwnerLinkTable;
  person_notes: PersonNoteTable;
  api_access: ApiAccessTable;
  api_tokens: ApiTokenTable;
  api_purchases: ApiPurchaseTable;
  api_deliveries: ApiDeliveryTable;
}

/** Sums of the ledger, updated in the same transaction. */
interface WalletTable {
  person_id: number;
  balance: number;
  held: number;
  credit_limit: number;
}

/** Append-only. The unique key makes each movement happen once. */
interface LedgerTable {
  id: Generated<number>;
  key: string;
  person_id: number;
  kind: 'grant' | 'take' | 'payment' | 'hold' | 'capture' | 'release' | 'repayment' | 'referral' | 'reversal';
  balance_delta: number;
  held_delta: number;
  balance_after: number;
  order_id: string | null;
  actor: string;
  note: string | null;
  at: number;
}

interface OrderTable extends ItemColumns {
  id: string;
  buyer_id: number;
  state: OrderState;
  kind: 'product' | 'offer';
  product_id: number;
  mobile: string;
  /** The amount sent for products with a price range; null where the price is fixed. */
  named_amount: number | null;
  /** The credit that the buyer named; null if they named the amount to pay, or the price is fixed. */
  named_credit: Generated<number | null>;
  base: number;
  vat: number;
  /** What the gateway is sent. */
  total: number;
  /** What the buyer's wallet pays. */
  charge: number;
  /** What the gateway takes from the shop; null if unknown. */
  cost: number | null;
  profit: number | null;
  /** The name of the rule behind the charge. */
  price_name: string | null;
  /** The promo code in the charge and what it took off. */
  promo_id: number | null;
  promo_code: string | null;
  promo_discount: number | null;
  idempotency_key: string;
  webservice_code: string;
  /** The request exactly as every attempt sends it, with its style and path. */
  body: string;
  route: string;
  quoted_at: number;
  /** When the quote itself expires; a payment may hold the price longer. */
  expires_at: number;
  /** Last time at which a payment may hold the price. `payments` knows whether one does. */
  paying_until: Generated<number>;
  confirmed_at: number | null;
  ended_at: number | null;
  attempts: Generated<number>;
  next_attempt_at: Generated<number>;
  lease_until: Generated<number>;
  /** The gateway's final words, or our reason for the last attempt. */
  outcome: string | null;
  /** Orders of a list are shown in the list's message. */
  batch_id: string | null;
  /** The method that paid for it; null for the wallet. */
  paid_by: PaymentMethod | null;
  /** When the owner reversed the delivery; null if never. */
  reversed_at: number | null;
  /** Where it was ordered; null in the chat. */
  source: Generated<OrderSource | null>;
  /** Set only by a restore: since then the gateway may know its key although this database does not know. */
  possibly_sent_at: number | null;
  /** The quote that replaces this cancelled one; null if its buyer cancelled it. */
  superseded_by: Generated<string | null>;
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

interface NumberTable {
  person_id: number;
  mobile: string;
  label: string | null;
  operator_id: OperatorId | null;
  sim_type: SimType | null;
  used_at: number;
  /** Whether its reminders are switched off. */
  muted: Generated<number>;
}

interface SwitchTable {
  name: string;
  value: string;
  actor: string;
  at: number;
}

/** A link that makes one person an agent, once. */
interface InviteTable {
  code: string;
  credit_limit: number;
  created_by: number;
  created_at: number;
  expires_at: number;
  used_by: number | null;
  used_at: number | null;
}

/** What owners and agents did, apart from buying. Append-only. */
interface AuditTable {
  id: Generated<number>;
  at: number;
  actor_id: number;
  action: string;
  person_id: number | null;
  /** JSON. */
  details: string;
}

/** One row for each owner and event. */
interface AlertTable {
  id: Generated<number>;
  /** Identifies the event, so that it is reported once. */
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

interface KeyValueTable {
  key: string;
  value: string;
  expires_at: number | null;
}

export type OrderRow = Selectable<OrderTable>;
export type PersonRow = Selectable<PersonTable>;
export type AgentBotRow = Selectable<AgentBotTable>;
export type ApiPurchaseRow = Selectable<ApiPurchaseTable>;
export type ReceiptJobRow = Selectable<ReceiptJobTable>;
export type OrderMessageRow = Selectable<OrderMessageTable>;
export type InboxRow = Selectable<InboxTable>;
export type AuditRow = Selectable<AuditTable>;
export type AlertRow = Selectable<AlertTable>;
export type ApiDeliveryRow = Selectable<ApiDeliveryTable>;
export type AnnouncementRow = Selectable<AnnouncementTable>;
export type LedgerRow = Selectable<LedgerTable>;
export type WalletRow = Selectable<WalletTable>;
export type BatchRow = Selectable<BatchTable>;
export type DailySaleRow = Selectable<DailySaleTable>;
export type PriceRuleRow = Selectable<PriceRuleTable>;
export type NumberRow = Selectable<NumberTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type BankCardRow = Selectable<BankCardTable>;

/** An agent's own bot. A row without a token is an allowed or removed bot; the data of its shop stays. */
export interface AgentBotTable {
  person_id: number;
  /** Name in the database and the addresses of its shop. Never reused. */
  slug: string;
  /** When the owner allowed it; null while the owner does not. */
  allowed_at: number | null;
  /** When the owner paused it; null while it may sell. */
  paused_at: number | null;
  /** Whether the owner allows online payment to the agent's own merchant account. */
  online: Generated<number>;
  /** The bot's id in Telegram. */
  bot_id: number | null;
  username: string | null;
  /** Whether it was created through this bot, which can then fetch its token. */
  managed: Generated<number>;
  /** Sealed. */
  token: string | null;
  /** Sealed JSON: the agent's own merchants, by payment method. */
  merchants: string | null;
  /** Sealed: the passphrase of its shop's archives. */
  passphrase: string | null;
  connected_at: number | null;
  /** Why it does not run; null if nothing is wrong. */
  problem: string | null;
}
