import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Alerts } from '../alerting/alerts.ts';
import type { Signal } from '../settling/signal.ts';

export interface OutageDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

export type Outage = ReturnType<typeof createOutage>;

const name = 'purchases-failing';

const rows = prepared((db) => db.selectFrom('switches').select('at').where('name', '=', name));

/**
 * The gateway answers no purchase. Each process has a breaker of its own; this is what they know together: the first whose
 * breaker opens writes it down, and the first definite answer to a purchase, whoever gets it, ends it.
 */
export function createOutage({ database, alerts, alertsDue, now }: OutageDeps) {
  /** Null: there is none. */
  async function since(): Promise<number | null> {
    const [row] = await rows(database.db, {});
    return row?.at ?? null;
  }

  async function begin(): Promise<void> {
    const at = now();
    await database.transaction(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('switches')
        .values({ name, value: '', actor: 'settler', at })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) await alerts.write(tx, at, { kind: 'purchases-failing' });
    });
    alertsDue.notify();
  }

  /** Asked after every answer: nearly always there is nothing to end, and no reason to begin a transaction. */
  async function end(): Promise<void> {
    const began = await since();
    if (began === null) return;
    await database.transaction(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('switches').where('name', '=', name).executeTakeFirstOrThrow();
      if (numDeletedRows === 1n) await alerts.write(tx, began, { kind: 'purchases-answered', since: began });
    });
    alertsDue.notify();
  }

  return { since, begin, end };
}
