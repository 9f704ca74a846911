import { ageOf } from '#shop/base/clock.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

type Sent = Pick<OrderRow, 'state' | 'attempts' | 'possibly_sent_at' | 'confirmed_at'>;

/** Whether the gateway may have forgotten an order's key, so that sending it again could buy twice. */
export function isKeyOld({ possibly_sent_at, confirmed_at }: Sent, now: number, keyHours: number): boolean {
  const ages = [possibly_sent_at, confirmed_at ?? 0].map((at) => (at === null ? 0 : ageOf(at, now)));
  return Math.max(...ages) > keyHours * 3_600_000;
}

/** Whether the gateway may know an order's key from before the attempt that it is claimed for. */
export const wasSent = ({ state, attempts, possibly_sent_at }: Sent): boolean =>
  // The end of an outage counts the attempts of an unsure order from nought.
  state === 'unsure' || attempts > 1 || possibly_sent_at !== null;
