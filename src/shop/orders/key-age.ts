import type { Database, Queries } from '#storage/database.ts';
import { lastRestore, type Restore } from '#storage/last-restore.ts';
import { isOpen } from '#storage/order-states.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

interface KeyAgeDeps {
  readonly database: Pick<Database, 'db'>;
  readonly now: () => number;
  readonly keyHours: number;
}

/** More than the clocks of several processes differ, and the longest pause between two attempts. */
const clockToleranceMs = 3_600_000;

export function createKeyAge({ database, now, keyHours }: KeyAgeDeps) {
  /** Nothing runs during a restore, and a change of the gateway is noted at the start: it is read once. */
  let restore: Restore | null | undefined;

  /** Whether the gateway may have forgotten an order's key, so that sending it again could buy twice. */
  async function isKeyOld({ quoted_at, confirmed_at }: OrderRow): Promise<boolean> {
    const at = now();
    const oldestKeptAt = at - keyHours * 3_600_000;
    const confirmedAt = confirmed_at ?? 0;
    // Confirmed by a clock that was ahead and is set back: how long ago is not known.
    if (confirmedAt < oldestKeptAt || confirmedAt > at + clockToleranceMs) return true;
    if (restore === undefined) restore = await lastRestore(database.db);
    // What an archive has as a quote may have been sent at any time since.
    if (restore === null || quoted_at > restore.archiveAt) return false;
    return restore.isOfOtherGateway || quoted_at < oldestKeptAt;
  }

  /** Whether the gateway may know an order's key from before the attempt that it is claimed for. */
  async function wasSent(order: OrderRow): Promise<boolean> {
    // The end of an outage counts attempts anew.
    if (order.state === 'unsure' || order.attempts > 1) return true;
    if (restore === undefined) restore = await lastRestore(database.db);
    return wasSentBeforeRestore(database.db, restore, order, keyHours);
  }

  return { isKeyOld, wasSent };
}

/** Whether an order's key may have been sent by the shop that this one was restored from. */
export async function wasSentBeforeRestore(
  db: Queries,
  restore: Restore | null,
  { id, source, quoted_at }: OrderRow,
  keyHours: number,
): Promise<boolean> {
  if (restore === null) return false;
  if (quoted_at <= restore.archiveAt) return true;
  // Bought between the archive and the restore, and asked for again: the key is derived, and the same one.
  if (quoted_at - restore.at > keyHours * 3_600_000) return false;
  if (source !== null) return true;
  const cycle = db.selectFrom('plan_cycles').select('id').where('order_id', '=', id);
  return (await cycle.executeTakeFirst()) !== undefined;
}

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
