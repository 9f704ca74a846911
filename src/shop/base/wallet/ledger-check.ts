import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { dayOf } from '#domain/calendar.ts';
import type { LedgerMismatch } from '#domain/money.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database, Queries } from '#storage/database.ts';
import { findLedgerMismatches } from './ledger.ts';

interface LedgerCheckDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

export type LedgerCheck = ReturnType<typeof createLedgerCheck>;

/** Rows in a slice: SQLite blocks the event loop, so people are read in slices. */
const sliceRows = 200;
/** The most mismatches that an alert lists. */
const listedInAlert = 10;

/** Compares every wallet with its ledger; a mismatch alerts the owners and pauses nothing. */
export function createLedgerCheck({ database, alerts, alertsDue, now }: LedgerCheckDeps) {
  const { db } = database;

  async function run(): Promise<LedgerMismatch[]> {
    const mismatches: LedgerMismatch[] = [];
    for (let after = Number.MIN_SAFE_INTEGER; after < Number.MAX_SAFE_INTEGER; ) {
      const to = await endOfSlice(after);
      mismatches.push(...(await findLedgerMismatches(db, { after, to })));
      after = to;
      await setImmediate();
    }
    if (mismatches.length > 0) await tell(mismatches);
    return mismatches;
  }

  /** The last person of a slice. A person with more rows gets a slice of their own. */
  async function endOfSlice(after: number): Promise<number> {
    const next = (table: 'wallets' | 'ledger') =>
      db
        .selectFrom(table)
        .select('person_id')
        .where('person_id', '>', after)
        .orderBy('person_id')
        .offset(sliceRows)
        .limit(1)
        .executeTakeFirst();
    const tooMany = (await Promise.all([next('wallets'), next('ledger')])).flatMap((row) => row?.person_id ?? []);
    return tooMany.length === 0 ? Number.MAX_SAFE_INTEGER : Math.max(Math.min(...tooMany) - 1, after + 1);
  }

  async function tell(found: readonly LedgerMismatch[]): Promise<void> {
    await database.transaction((tx) => writeMismatches(tx, alerts, found, now()));
    alertsDue.notify();
  }

  return { run };
}

/** Alerts the owners, once a day for the same mismatch. */
export async function writeMismatches(
  tx: Queries,
  alerts: Pick<Alerts, 'write'>,
  found: readonly LedgerMismatch[],
  now: number,
): Promise<void> {
  const digest = createHash('sha256').update(JSON.stringify(found)).digest('base64url').slice(0, 12);
  const alert = { kind: 'ledger-mismatch', count: found.length, mismatches: found.slice(0, listedInAlert) } as const;
  await alerts.write(tx, `${dayOf(now)} ${digest}`, alert);
}
