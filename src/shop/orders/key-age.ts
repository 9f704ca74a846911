import type { Database } from '#storage/database.ts';
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

/** Tells whether the gateway may have forgotten an order's key, so that sending it again could buy twice. */
export function createKeyAge({ database, now, keyHours }: KeyAgeDeps) {
  /** Nothing runs during a restore, and a change of the gateway is noted at the start: it is read once. */
  let restore: Restore | null | undefined;

  return async function isKeyOld({ quoted_at, confirmed_at }: OrderRow): Promise<boolean> {
    const at = now();
    const oldestKeptAt = at - keyHours * 3_600_000;
    const confirmedAt = confirmed_at ?? 0;
    // Confirmed by a clock that was ahead and is set back: how long ago is not known.
    if (confirmedAt < oldestKeptAt || confirmedAt > at + clockToleranceMs) return true;
    if (restore === undefined) restore = await lastRestore(database.db);
    // What an archive has as a quote may have been sent at any time since.
    if (restore === null || quoted_at > restore.archiveAt) return false;
    return restore.isOfOtherGateway || quoted_at < oldestKeptAt;
  };
}

/** The clock was ahead and is set back: no pause between two attempts is that long. */
export const recallFromAhead = ({ write }: Pick<Database, 'write'>, now: number) =>
  write((db) =>
    db
      .updateTable('orders')
      .set({ next_attempt_at: now })
      .where(isOpen)
      .where('next_attempt_at', '>', now + clockToleranceMs)
      .execute(),
  );
