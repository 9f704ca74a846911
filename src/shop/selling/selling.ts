import type { Database, Queries } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';

export interface Pause {
  readonly by: 'owner' | 'gateway';
  /** The owner's own words to the buyers; empty when the shop paused itself. */
  readonly reason: string;
  readonly at: number;
}

export type Selling = ReturnType<typeof createSelling>;

/** Two reasons to stop selling, each lifted by whoever set it: the owner, and a gateway that refuses our token. */
const switches = { owner: 'paused-by-owner', gateway: 'paused-by-gateway' } as const;

/** Asked at every step towards a purchase. */
const pauses = prepared((db) => db.selectFrom('switches').selectAll().where('name', 'in', Object.values(switches)));

const refusals = prepared((db) => db.selectFrom('switches').select('name').where('name', '=', switches.gateway));

/** Long enough to serve a crowd with one look, and short enough for a notice. */
const latelyMs = 1_000;

export function createSelling({ database, now }: { readonly database: Database; readonly now: () => number }) {
  let known: { readonly pause: Promise<Pause | null>; readonly at: number } | null = null;

  /** As it was a moment ago: for notices. Whether something may be bought is asked of `paused`. */
  function pausedLately(): Promise<Pause | null> {
    const at = now();
    if (known && at >= known.at && at - known.at < latelyMs) return known.pause;
    const pause = paused();
    known = { pause, at };
    pause.catch(() => {
      known = null;
    });
    return pause;
  }

  async function paused(): Promise<Pause | null> {
    const rows = await pauses(database.db, {});
    const byOwner = rows.find((row) => row.name === switches.owner);
    if (byOwner) return { by: 'owner', reason: byOwner.value, at: byOwner.at };
    const byGateway = rows.find((row) => row.name === switches.gateway);
    return byGateway ? { by: 'gateway', reason: '', at: byGateway.at } : null;
  }

  async function tokenRefused(): Promise<boolean> {
    return (await refusals(database.db, {})).length > 0;
  }

  /** True when this call paused it, so that the owner is told once and not by every order that waits. */
  async function pause(by: Pause['by'], reason: string, actor: string, db: Queries = database.db): Promise<boolean> {
    known = null;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('switches')
      .values({ name: switches[by], value: reason, actor, at: now() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async function resume(by: Pause['by'], db: Queries = database.db): Promise<boolean> {
    known = null;
    const { numDeletedRows } = await db
      .deleteFrom('switches')
      .where('name', '=', switches[by])
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }

  return { paused, pausedLately, tokenRefused, pause, resume };
}
