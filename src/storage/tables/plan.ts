import type { Generated, Selectable } from 'kysely';
import type { ItemColumns } from './item.ts';

/** What a person wants bought again and again. */
export interface PlanTable extends ItemColumns {
  /** Random: the keys of its orders are derived from it. */
  id: string;
  person_id: number;
  mobile: string;
  /** Identifies the item: the same thing for the same number is planned once. */
  what: string;
  /** `last`: what was bought last for the number, whatever it is by then. */
  kind: 'product' | 'offer' | 'last';
  product_id: number | null;
  amount: number | null;
  /** The credit that was named; null: they named what they pay, or the price is fixed. */
  credit: Generated<number | null>;
  /** As last priced: what the gateway is sent, and what the person pays. */
  total: number;
  charge: number;
  /** The most that the person agreed to pay. */
  ceiling: number;
  /** See `writeSchedule`. */
  schedule: string;
  /** The day from which its days are counted. */
  anchor: number;
  /** The first cycle that is not opened yet. */
  next_day: number;
  state: 'active' | 'paused' | 'stopped';
  /** Why it pauses. */
  why: string | null;
  /** Cycles in a row that were skipped. */
  skips: Generated<number>;
  created_at: number;
  updated_at: number;
  /** When the next cycle is opened and announced. */
  next_attempt_at: number;
  /** Cycles due before this may have been bought although this database does not know it; 0 unless a restore marked it. */
  possibly_sent_until: Generated<number>;
}

/** One occurrence of a plan: at most one order. */
export interface PlanCycleTable {
  /** `<plan>:<day>`. */
  id: string;
  plan_id: string;
  person_id: number;
  /** Days in Tehran since 1 January 1970. */
  day: number;
  state: 'waiting' | 'ordered' | 'skipped';
  /** Why it still waits, or why it was skipped. */
  problem: string | null;
  order_id: string | null;
  created_at: number;
  ended_at: number | null;
  attempts: Generated<number>;
  next_attempt_at: number;
  lease_until: Generated<number>;
}

/** A delivered package whose days are known. */
export interface ReminderTable {
  order_id: string;
  person_id: number;
  mobile: string;
  ends_on: number;
  due_at: number;
  done_at: number | null;
  /** `sent`, `digest`, or why not. */
  done_how: string | null;
}

export type PlanRow = Selectable<PlanTable>;
export type PlanCycleRow = Selectable<PlanCycleTable>;
export type ReminderRow = Selectable<ReminderTable>;
