import { type Day, dayOf, periodOf } from './calendar.ts';
import type { Rials } from './money.ts';

/** Encoded by index in buttons, so only append. */
export const settlementCycles = ['never', 'weekly', 'monthly'] as const;
type SettlementCycle = (typeof settlementCycles)[number];

/** When an agent on credit pays what they owe. */
export interface SettlementTerms {
  readonly cycle: SettlementCycle;
  /** Days after Saturday, or the day of the Persian month; a shorter month uses its last day. */
  readonly day: number;
  /** Selling pauses if the statement is unpaid this many days after the agent received it. */
  readonly graceDays: number;
}

export const noSettlement: SettlementTerms = { cycle: 'never', day: 0, graceDays: 3 };

/** The stored reason of a pause that ends by itself. An owner cannot type it. */
export const settlementPause = '@settlement';

/** Statements go out in the morning in Tehran. */
const morningMs = 9 * 3_600_000;

/** The last day on which statements may be made. */
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
 * The open part of a statement. Later payments settle the oldest debt first, and later purchases do not count. If more
 * was taken than came in, the next statement contains the rest.
 */
export const openAmount = (owed: Rials, paidSince: number): Rials => Math.min(owed, Math.max(0, owed - paidSince));
