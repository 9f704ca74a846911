import { midnight } from './calendar.ts';

const hourMs = 3_600_000;

/** Hours of the day in Tehran from 0 to 23, without the end. Equal hours mean no quiet time. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** The choices. They end before plans buy, so that a receipt never arrives in quiet hours. */
export const quietChoices = [
  { from: 0, to: 0 },
  { from: 22, to: 8 },
  { from: 23, to: 9 },
  { from: 0, to: 10 },
] as const satisfies readonly QuietHours[];

/** The given time, or the end of the quiet hours that contain it. */
export function afterQuietHours(at: number, { from, to }: QuietHours): number {
  if (from === to) return at;
  const start = midnight(at);
  const hour = (at - start) / hourMs;
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!isQuiet) return at;
  const end = start + to * hourMs;
  return end > at ? end : end + 24 * hourMs;
}
