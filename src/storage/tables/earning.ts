import type { Generated, Selectable } from 'kysely';

/** The code in a person's own link. */
export interface ReferralLinkTable {
  person_id: number;
  code: string;
}

/** By whose link a person came, written once. */
export interface ReferralTable {
  person_id: number;
  referrer_id: number;
  at: number;
  /** Why it earns nothing any more; null: it does. */
  void_why: 'phone' | 'card' | 'deleted' | null;
}

/** When agents settle. Person 0: everyone without terms of their own. */
export interface SettlementTermsTable {
  person_id: number;
  cycle: 'never' | 'weekly' | 'monthly';
  /** Days after Saturday, or the day of the Persian month. */
  day: number;
  grace_days: number;
}

/** One statement of an agent's debt. */
export interface SettlementTable {
  id: Generated<number>;
  person_id: number;
  /** Days in Tehran since 1 January 1970. */
  day: number;
  /** The first day of the statement. */
  from_day: number;
  owed: number;
  /** The latest entry of the ledger that is in it: what comes in later, and stays, pays for it. */
  ledger_id: number;
  state: 'open' | 'paused' | 'paid';
  /** Counted from when it was made; what counts is when the agent has it. */
  grace_ends_at: number;
  /** When it was made, or opened again. */
  created_at: number;
  ended_at: number | null;
  attempts: Generated<number>;
  next_attempt_at: number;
  lease_until: Generated<number>;
}

export type SettlementRow = Selectable<SettlementTable>;
