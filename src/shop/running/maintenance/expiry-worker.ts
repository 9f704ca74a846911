import type { Log } from '#log.ts';
import { createDaily, type DailyJob, runAlone } from '#shop/base/jobs/daily.ts';
import { createWorkLoop, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import { sweepOrderMessages } from '#shop/base/outbox/order-messages.ts';
import { isHeldByPayment, lockToEnd } from '#shop/buying/orders/price-hold.ts';
import { moveOrder } from '#shop/buying/orders/transition.ts';
import { sweepPayments } from '#shop/money/payments/transition.ts';
import type { OwnerList } from '#shop/people/people/owner-list.ts';
import { sweepSupport } from '#shop/support/support/queue.ts';
import type { Database } from '#storage/database.ts';
import { sweepInbox } from '#storage/failed-updates.ts';
import { sweepKeyValues } from '#storage/keyv-adapter.ts';

interface ExpiryWorkerDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly log: Log;
  /** Refreshed, because other processes may have changed it. */
  readonly ownerList?: Pick<OwnerList, 'refresh'>;
  readonly dailyJobs?: readonly DailyJob[];
  readonly everyMs?: number | undefined;
}

interface ExpiredQuote {
  readonly id: string;
  readonly paying_until: number;
}

const sweeps = [sweepKeyValues, sweepInbox, sweepOrderMessages, sweepPayments, sweepSupport];

/** Expires quotes, deletes expired small state and does the daily work. */
export function createExpiryWorker({
  database,
  now,
  log,
  ownerList,
  dailyJobs = [],
  everyMs = 60_000,
}: ExpiryWorkerDeps): WorkLoop {
  const runDaily = createDaily({ database, log, now });

  async function claim(room: number): Promise<ExpiredQuote[]> {
    for (const sweep of sweeps) await runAlone(log, sweep.name, () => sweep(database, now()));
    if (ownerList) await runAlone(log, 'owners', () => ownerList.refresh(database.db));
    await runDaily(dailyJobs);
    return database.db
      .selectFrom('orders')
      .select(['id', 'paying_until'])
      .where('state', '=', 'quoted')
      .where('possibly_sent_at', 'is', null)
      .where('expires_at', '<=', now())
      .where((eb) => eb.or([eb('paying_until', '<=', now()), eb.not(isHeldByPayment(now()))]))
      .limit(room)
      .execute();
  }

  async function expire({ id, paying_until }: ExpiredQuote): Promise<void> {
    const at = now();
    // The actor is stored with the order, so it keeps its first name.
    const move = {
      id,
      from: 'quoted',
      to: 'expired',
      actor: 'sweeper',
      why: 'not confirmed in time',
      now: at,
    } as const;
    await database.transaction(async (tx) => {
      if (paying_until <= at) await moveOrder(tx, { ...move, expiredAt: at, notPayingAt: at });
      else if ((await lockToEnd(tx, id, at)) === 'free') await moveOrder(tx, { ...move, expiredAt: at });
    });
  }

  return createWorkLoop({ name: 'expiry-worker', claim, work: expire, concurrency: 50, everyMs, log });
}
