import type { Generated, Selectable } from 'kysely';
import type { ItemColumns } from './item.ts';

/** A purchase that a person wants repeated. */
export interface PlanTable extends ItemColumns {
  /** Random: the keys of its orders are derived from it. */
  id: string;
  person_id: number;
  mobile: string;
  /** Identifies the item, so that a number has one plan for each. */
  what: string;
  /** `last` repeats the latest purchase for the number at each cycle. */
  kind: 'product' | 'offer' | 'last';
  product_id: number | null;
  amount: number | null;
  /** The credit that the person named; null if they named the amount to pay, or the price is fixed. */
  credit: Generated<number | null>;
  /** The last known price: what the gateway is sent and what the person pays. */
  total: number;
  charge: number;
  /** The most that the person agreed to pay. */
  ceiling: number;
  /** See `writeSchedule`. */
  schedule: string;
  /** The day from which the schedule counts. */
  anchor: number;
  /** Day of the first cycle that is not open yet. */
  next_day: number;
  state: 'active' | 'paused' | 'stopped';
  /** Why it is paused. */
  why: string | null;
  /** Cycles in a row that were skipped. */
  skips: Generated<number>;
  created_at: number;
  updated_at: number;
  /** When the next cycle opens and is announced. */
  next_attempt_at: number;
  /** Set by a restore, otherwise 0: cycles due before this may have been bought without this database's knowledge. */
  possibly_sent_until: Generated<number>;
}

/** One cycle of a plan, with at most one order. */
export interface PlanCycleTable {
  /** `<plan>:<day>`. */
  id: string;
  plan_id: string;
  person_id: number;
  /** Days in Tehran since 1 January 1970. */
  day: number;
  state: 'waiting' | 'ordered' | 'skipped';
  /** Why it is waiting or was skipped. */
  problem: string | null;
  order_id: string | null;
  created_at: number;
  ended_at: number | null;
  attempts: Generated<number>;
  next_attempt_at: number;
  lease_until: Generated<number>;
}

/** A delivered package that expires on a known day. */
export interface ReminderTable {
  order_id: string;
  person_id: number;
  mobile: string;
  ends_on: number;
  due_at: number;
  done_at: number | null;
  /** `sent`, `digest`, or the reason why nothing was sent. */
  done_how: string | null;
}

export type PlanRow = Selectable<PlanTable>;
export type PlanCycleRow = Selectable<PlanCycleTable>;
export type ReminderRow = Selectable<ReminderTable>;
