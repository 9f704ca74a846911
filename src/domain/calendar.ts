/** Tehran keeps one time all the year round, so its days are plain arithmetic. */
const tehranMs = 3.5 * 3_600_000;
export const dayMs = 24 * 3_600_000;

/** A day of Tehran, counted from 1 January 1970. */
export type Day = number;

export const dayOf = (at: number): Day => Math.floor((at + tehranMs) / dayMs);

/** The first moment of a day. */
export const startOf = (day: Day): number => day * dayMs - tehranMs;

/** When the day of a moment began. */
export const midnight = (at: number): number => startOf(dayOf(at));
