import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import { addReceipt } from './ending.ts';
import { usualLeaseMs } from './leasing.ts';

export interface ShowingDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly leaseMs?: number;
}

const nameOf = (origin: string) => `shown:${origin}` as const;

const forget = prepared((db, { orderId, state }: { readonly orderId: string; readonly state: `shown:${string}` }) =>
  db.deleteFrom('receipts').where('order_id', '=', orderId).where('state', '=', state),
);

/**
 * "Buying…" may reach the screen after the receipt that overtook it. Whoever shows it looks once more afterwards; so that
 * it does not stay there when they die in between, it is written down first, and the courier of any process sets right
 * what was never crossed out.
 */
export function createShowing({ database, now, leaseMs = usualLeaseMs }: ShowingDeps) {
  return {
    /** An update is about to show where an order stands that has not ended. */
    showing: async (orderId: string, origin: string): Promise<void> => {
      const at = now();
      await database.write((db) => addReceipt(db, orderId, nameOf(origin), at, at + leaseMs));
    },
    /** It showed the truth last. */
    shown: async (orderId: string, origin: string): Promise<void> => {
      await database.write((db) => forget(db, { orderId, state: nameOf(origin) }));
    },
  };
}
