import type { Database, Queries } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import { addSwitch, readSwitch, removeSwitch } from '#storage/switches.ts';

export interface Pause {
  readonly by: 'owner' | 'gateway' | 'account' | 'restore';
  /** The owner's text for buyers; empty for automatic pauses. */
  readonly reason: string;
  readonly at: number;
}

export type SalesPause = ReturnType<typeof createSalesPause>;

/** Each reason is ended on its own: the owner's, a refused token, an empty account at the gateway, a database that was restored. */
const switches = {
  owner: 'paused-by-owner',
  gateway: 'paused-by-gateway',
  account: 'paused-by-account',
  restore: 'paused-by-restore',
} as const;

/** Their names, for the query that decides a confirmation. */
export const ownersPause = switches.owner;
export const restorePause = switches.restore;
export const shopPauses = [switches.gateway, switches.account, switches.restore];

/** Queried at every step towards a purchase. */
const pauses = prepared((db) => db.selectFrom('switches').selectAll().where('name', 'in', Object.values(switches)));

/** Short enough for a notice; saves a query for each screen. */
const cacheMs = 1_000;

export function createSalesPause({ database, now }: { readonly database: Database; readonly now: () => number }) {
  let cache: { readonly pause: Promise<Pause | null>; readonly at: number } | null = null;

  /** Cached, for notices; `paused` decides whether something may be bought. */
  function pausedLately(): Promise<Pause | null> {
    const at = now();
    if (cache && at >= cache.at && at - cache.at < cacheMs) return cache.pause;
    const pause = paused();
    cache = { pause, at };
    pause.catch(() => {
      cache = null;
    });
    return pause;
  }

  async function paused(): Promise<Pause | null> {
    const rows = await pauses(database.db, {});
    const byOwner = rows.find((row) => row.name === switches.owner);
    if (byOwner) return { by: 'owner', reason: byOwner.value, at: byOwner.at };
    for (const by of ['restore', 'gateway', 'account'] as const) {
      const row = rows.find(({ name }) => name === switches[by]);
      if (row) return { by, reason: '', at: row.at };
    }
    return null;
  }

  const switchedBy = (by: Pause['by'], db: Queries = database.db) => readSwitch(db, switches[by]);

  const tokenRefused = async (): Promise<boolean> => (await switchedBy('gateway')) !== null;

  /** Changes the value of a pause. */
  async function change(by: Pause['by'], value: string, db: Queries = database.db): Promise<void> {
    await db.updateTable('switches').set({ value }).where('name', '=', switches[by]).execute();
  }

  /** True: this call paused sales; the owner is alerted once. */
  async function pause(by: Pause['by'], reason: string, actor: string, db: Queries = database.db): Promise<boolean> {
    cache = null;
    return addSwitch(db, { name: switches[by], value: reason, actor, at: now() });
  }

  async function resume(by: Pause['by'], db: Queries = database.db): Promise<boolean> {
    cache = null;
    return removeSwitch(db, switches[by]);
  }

  return { paused, pausedLately, tokenRefused, switchedBy, pause, change, resume };
}
