import { type Day, dayOf, periodOf } from './calendar.ts';
import type { Rials } from './money.ts';

/** Encoded by index in buttons, so it only grows at its end. */
export const settlementCycles = ['never', 'weekly', 'monthly'] as const;
type SettlementCycle = (typeof settlementCycles)[number];

/** When an agent on credit pays what they owe. */
export interface SettlementTerms {
  readonly cycle: SettlementCycle;
  /** Days after Saturday, or the day of the Persian month; where a month is shorter, its last. */
  readonly day: number;
  /** How many days after the agent got the statement selling pauses if it is not paid. */
  readonly graceDays: number;
}

export const noSettlement: SettlementTerms = { cycle: 'never', day: 0, graceDays: 3 };

/** Stored as the reason of a pause that ends by itself; no owner types it. */
export const settlementPause = '@settlement';

/** People read it in the morning, in Tehran. */
const morningMs = 9 * 3_600_000;

/** The latest day on which statements may be made. */
export const lastStatementDay = (now: number): Day => dayOf(now - morningMs);

export function areTerms({ cycle, day, graceDays }: SettlementTerms): boolean {
  const [first, last] = cycle === 'monthly' ? [1, 31] : [0, 6];
  return (
    [day, graceDays].every(Number.isSafeInteger) && day >= first && day <= last && graceDays >= 0 && graceDays <= 60
  );
}

export function isSettlementDay({ cycle, day }: SettlementTerms, today: Day): boolean {
  if (cycle === 'never') return false;
  const { from, to } = periodOf('persian', cycle === 'weekly' ? 'week' : 'month', today);
  return today === (cycle === 'weekly' ? from + day : Math.min(from + day - 1, to));
}

/**
 * What is open of a statement: what was paid since pays the oldest debt first, and purchases since are no part of it. Where
 * more was taken than came in, the rest is for the next statement.
 */
export const openAmount = (owed: Rials, paidSince: number): Rials => Math.min(owed, Math.max(0, owed - paidSince));
