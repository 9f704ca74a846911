import type { Audit } from '#shop/base/audit/audit.ts';
import { createLately } from '#shop/base/jobs/lately.ts';
import type { Database, Queries } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import { addSwitch, outageSwitch, readSwitch, removeSwitch, pauseSwitches as switches } from '#storage/switches.ts';

export interface Pause {
  readonly by: 'owner' | 'gateway' | 'account' | 'restore' | 'clock';
  /** The owner's text for buyers; empty for automatic pauses. */
  readonly reason: string;
  readonly at: number;
}

export type SalesPause = ReturnType<typeof createSalesPause>;

/** What keeps people from buying, or makes them wait. */
interface Trouble {
  readonly pause: Pause | null;
  /** Since when the gateway has answered no purchase. */
  readonly failingSince: number | null;
  readonly isTokenRefused: boolean;
}

const noTrouble: Trouble = { pause: null, failingSince: null, isTokenRefused: false };

/** The names of the pauses, for the query that decides a confirmation. */
export const ownersPause = switches.owner;
export const restorePause = switches.restore;
export const shopPauses = [switches.gateway, switches.account, switches.clock, switches.restore];

const troubles = prepared((db) =>
  db
    .selectFrom('switches')
    .selectAll()
    .where('name', 'in', [...Object.values(switches), outageSwitch]),
);

interface SalesPauseDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly steady?: () => number;
}

export function createSalesPause({ database, now, steady = now }: SalesPauseDeps) {
  const latestTrouble = createLately<Promise<Trouble>>(steady);

  /** For screens only; `paused` decides whether something may be bought. Storing a switch calls `forget`. */
  function troubleLately(): Promise<Trouble> {
    const notedTrouble = latestTrouble.value();
    if (notedTrouble !== undefined) return notedTrouble;
    const latest = trouble();
    latestTrouble.note(latest);
    latest.catch(latestTrouble.forget);
    return latest;
  }

  const pausedLately = async (): Promise<Pause | null> => (await troubleLately()).pause;

  /** Notes at the start of an update what the statement that took its chat saw. */
  function noted(isTroubled: boolean): void {
    if (isTroubled) latestTrouble.forget();
    else latestTrouble.note(Promise.resolve(noTrouble));
  }

  async function trouble(): Promise<Trouble> {
    const rows = await troubles(database.db, {});
    const failingSince = rows.find(({ name }) => name === outageSwitch)?.at ?? null;
    const isTokenRefused = rows.some(({ name }) => name === switches.gateway);
    for (const by of ['owner', 'restore', 'gateway', 'account', 'clock'] as const) {
      const row = rows.find(({ name }) => name === switches[by]);
      if (row)
        return { pause: { by, reason: by === 'owner' ? row.value : '', at: row.at }, failingSince, isTokenRefused };
    }
    return { pause: null, failingSince, isTokenRefused };
  }

  const paused = async (): Promise<Pause | null> => (await trouble()).pause;

  const switchedBy = (by: Pause['by'], db: Queries = database.db) => readSwitch(db, switches[by]);

  const tokenRefused = async (): Promise<boolean> => (await switchedBy('gateway')) !== null;

  /** Changes the value of a pause. */
  async function change(by: Pause['by'], value: string, db: Queries = database.db): Promise<void> {
    await db.updateTable('switches').set({ value }).where('name', '=', switches[by]).execute();
  }

  /** True if this call paused selling; the owner is alerted once. */
  async function pause(by: Pause['by'], reason: string, actor: string, db: Queries = database.db): Promise<boolean> {
    latestTrouble.forget();
    return addSwitch(db, { name: switches[by], value: reason, actor, at: now() });
  }

  async function resume(by: Pause['by'], db: Queries = database.db): Promise<boolean> {
    latestTrouble.forget();
    return removeSwitch(db, switches[by]);
  }

  return {
    trouble,
    troubleLately,
    paused,
    pausedLately,
    noted,
    forget: latestTrouble.forget,
    tokenRefused,
    switchedBy,
    pause,
    change,
    resume,
  };
}

interface OwnerPauseDeps {
  readonly database: Database;
  readonly salesPause: SalesPause;
  readonly audit: Audit;
}

/** Also ends a pause for an empty account, a wrong clock or after a restore. Audited in the same transaction. */
export function createOwnerPause({ database, salesPause, audit }: OwnerPauseDeps) {
  const pause = (by: number, reason: string): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await salesPause.pause('owner', reason, `person:${by}`, tx))) return;
      await audit.write(tx, { actorId: by, action: 'pause-selling', personId: null, details: { reason } });
    });

  const resume = (by: number): Promise<void> =>
    database.transaction(async (tx) => {
      // One at a time: who ends their own pause may not know of another one.
      const ended = ['owner', 'restore', 'account', 'clock'] as const;
      let isEnded = false;
      for (const by of ended) isEnded ||= await salesPause.resume(by, tx);
      if (!isEnded) return;
      await audit.write(tx, { actorId: by, action: 'resume-selling', personId: null, details: {} });
    });

  return { pause, resume };
}
