import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Signal } from '../jobs/signal.ts';

interface OutageDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

export type Outage = ReturnType<typeof createOutage>;

const name = 'purchases-failing';

const rows = prepared((db) => db.selectFrom('switches').select('at').where('name', '=', name));

/**
 * The gateway answers no purchase, as known to all processes: the first whose breaker opens stores it, and the first
 * definite answer ends it.
 */
export function createOutage({ database, alerts, alertsDue, now }: OutageDeps) {
  /** Null: no outage. */
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

  /** Called after every answer, so a read comes before the transaction. */
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
