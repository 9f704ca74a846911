import type { Log } from '../../log.ts';
import type { Database } from '../../storage/database.ts';
import { sweepInbox } from '../../storage/inbox.ts';
import { sweepKeyValues } from '../../storage/keyv-adapter.ts';
import { createWorkLoop, type WorkLoop } from '../jobs/work-loop.ts';
import { isHeldByPayment, mayExpire } from '../orders/price-hold.ts';
import { moveOrder } from '../orders/transition.ts';
import { sweepOrderMessages } from '../outbox/order-messages.ts';
import { sweepPayments } from '../payments/transition.ts';
import type { Tiers } from '../prices/tiers.ts';
import { sweepSupport } from '../support/queue.ts';
import type { LedgerCheck } from '../wallet/ledger-check.ts';

export interface ExpiryWorkerDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly log: Log;
  readonly ledgerCheck?: Pick<LedgerCheck, 'runDaily'>;
  readonly tiers?: Pick<Tiers, 'raiseDaily'>;
  readonly everyMs?: number;
}

interface ExpiredQuote {
  readonly id: string;
  readonly paying_until: number;
}

/** Expires quotes, deletes expired small state and checks the ledger daily. */
export function createExpiryWorker({
  database,
  now,
  log,
  ledgerCheck,
  tiers,
  everyMs = 60_000,
}: ExpiryWorkerDeps): WorkLoop {
  async function claim(room: number): Promise<ExpiredQuote[]> {
    await sweepKeyValues(database, now());
    await sweepInbox(database, now());
    await sweepOrderMessages(database, now());
    await sweepPayments(database, now());
    await sweepSupport(database, now());
    await ledgerCheck?.runDaily();
    await tiers?.raiseDaily();
    return database.db
      .selectFrom('orders')
      .select(['id', 'paying_until'])
      .where('state', '=', 'quoted')
      .where('expires_at', '<=', now())
      .where((eb) => eb.or([eb('paying_until', '<=', now()), eb.not(isHeldByPayment(now()))]))
      .limit(room)
      .execute();
  }

  async function expire({ id, paying_until }: ExpiredQuote): Promise<void> {
    const at = now();
    // The actor is stored with the order and keeps its first name.
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
      else if (await mayExpire(tx, id, at)) await moveOrder(tx, { ...move, expiredAt: at });
    });
  }

  return createWorkLoop({ name: 'expiry-worker', claim, work: expire, concurrency: 50, everyMs, log });
}
