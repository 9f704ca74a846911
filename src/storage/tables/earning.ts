import type { Generated, Selectable } from 'kysely';

/** The code in a person's own link. */
export interface ReferralLinkTable {
  person_id: number;
  code: string;
}

/** The person whose link brought someone; written once. */
export interface ReferralTable {
  person_id: number;
  referrer_id: number;
  at: number;
  /** Why it no longer earns; null while it does. */
  void_why: 'phone' | 'card' | 'deleted' | null;
}

/** When agents settle. Person 0 stands for everyone without own terms. */
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
  /** The last ledger entry in the statement. Later money that stays pays for it. */
  ledger_id: number;
  state: 'open' | 'paused' | 'paid';
  /** End of the grace, counted from `created_at`. The real grace starts when the agent receives the statement. */
  grace_ends_at: number;
  /** When it was created or reopened. */
  created_at: number;
  ended_at: number | null;
  attempts: Generated<number>;
  next_attempt_at: number;
  lease_until: Generated<number>;
}

export type SettlementRow = Selectable<SettlementTable>;
