import type { BasisPoints } from '#domain/price.ts';
import type { Queries } from '#storage/database.ts';
import { readSwitch } from '#storage/switches.ts';

/** What the owner sets at the desk. */
export interface ReferralSettings {
  readonly isOn: boolean;
  /** The share of what the referred person pays. */
  readonly points: BasisPoints;
  /** For how long after they came. */
  readonly days: number;
}

const defaultReferralSettings: ReferralSettings = { isOn: false, points: 100, days: 90 };

export const referralSwitch = 'referral';

export async function readReferralSettings(db: Queries): Promise<ReferralSettings> {
  const row = await readSwitch(db, referralSwitch);
  return { ...defaultReferralSettings, ...(row ? (JSON.parse(row.value) as Partial<ReferralSettings>) : {}) };
}
