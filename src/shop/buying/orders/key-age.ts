import type { Database } from '#storage/database.ts';
import { isOpen } from '#storage/order-states.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

/** More than the clocks of several processes differ, and the longest pause between two attempts. */
const clockToleranceMs = 3_600_000;

type Sent = Pick<OrderRow, 'state' | 'attempts' | 'possibly_sent_at' | 'confirmed_at'>;

/** Whether the gateway may have forgotten an order's key, so that sending it again could buy twice. */
export function isKeyOld({ possibly_sent_at, confirmed_at }: Sent, now: number, keyHours: number): boolean {
  const sentAt = possibly_sent_at ?? confirmed_at ?? 0;
  // A clock that was ahead confirmed the order, so its age is unknown.
  return sentAt < now - keyHours * 3_600_000 || (confirmed_at ?? 0) > now + clockToleranceMs;
}

/** Whether the gateway may know an order's key from before the attempt that it is claimed for. */
export const wasSent = ({ state, attempts, possibly_sent_at }: Sent): boolean =>
  // The end of an outage resets the attempts of an unsure order to zero.
  state === 'unsure' || attempts > 1 || possibly_sent_at !== null;

/** The clock was ahead and is set back: no pause between two attempts is that long, and no lease. */
export const recallFromAhead = ({ write }: Pick<Database, 'write'>, now: number) =>
  write((db) =>
    db
      .updateTable('orders')
      .set({ next_attempt_at: now, lease_until: 0 })
      .where(isOpen)
      .where((eb) => {
        const latest = now + clockToleranceMs;
        return eb.or([eb('next_attempt_at', '>', latest), eb('lease_until', '>', latest)]);
      })
      .execute(),
  );
