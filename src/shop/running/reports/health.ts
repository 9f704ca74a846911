import type { Outage } from '#shop/base/sales-pause/outage.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Catalogue, CatalogueStatus } from '#shop/buying/catalogue/catalogue.ts';
import type { Database } from '#storage/database.ts';
import { countFailedUpdates, type FailedUpdate, failedUpdates } from '#storage/failed-updates.ts';
import { readMetricsSnapshot } from './metrics-snapshot.ts';

export interface Health {
  readonly at: number;
  readonly catalogue: CatalogueStatus;
  /** The time of the last definite answer: a list of products, or the outcome of a purchase. */
  readonly answeredAt: number | null;
  readonly tokenRefused: boolean;
  /** Since when purchases get no answer; null while they do. */
  readonly failingSince: number | null;
  readonly lastHour: Readonly<Record<'delivered' | 'rejected', number>>;
  readonly underWay: number;
  /** Orders under way that were sent but have no definite answer. */
  readonly unsure: number;
  /** When the oldest order under way was confirmed. */
  readonly oldestAt: number | null;
  readonly inReview: number;
  readonly receiptsWaiting: number;
  /** Updates that the bot could not handle. */
  readonly setAside: { readonly count: number; readonly latest: readonly FailedUpdate[] };
}

interface HealthDeps {
  readonly database: Database;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly salesPause: Pick<SalesPause, 'tokenRefused'>;
  readonly outage: Pick<Outage, 'since'>;
  readonly now: () => number;
}

const hourMs = 3_600_000;
const latestShown = 3;
const outcomes = ['delivered', 'rejected'] as const;

export function createHealthReport({ database, catalogue, salesPause, outage, now }: HealthDeps) {
  async function read(): Promise<Health> {
    const at = now();
    const [facts, events, tokenRefused, failingSince, count, latest] = await Promise.all([
      readMetricsSnapshot(database, at),
      database.db
        .selectFrom('order_events')
        .select((eb) => ['to_state', eb.fn.countAll<number>().as('count'), eb.fn.max('at').as('last')])
        .where('at', '>', at - hourMs)
        // Counts events by the purchase worker, without the owner's decisions.
        .where('actor', '=', 'settler')
        .where('to_state', 'in', outcomes)
        .groupBy('to_state')
        .execute(),
      salesPause.tokenRefused(),
      outage.since(),
      countFailedUpdates(database),
      failedUpdates(database, latestShown),
    ]);
    const of = (state: string) => events.find(({ to_state }) => to_state === state);
    const status = catalogue.status();
    const answers = [status.asOf, of('delivered')?.last, of('rejected')?.last].filter(
      (time) => typeof time === 'number',
    );
    const underWay = (facts.orders.confirmed ?? 0) + (facts.orders.unsure ?? 0);
    return {
      at,
      catalogue: status,
      answeredAt: answers.length === 0 ? null : Math.max(...answers),
      tokenRefused,
      failingSince,
      lastHour: {
        delivered: of('delivered')?.count ?? 0,
        rejected: of('rejected')?.count ?? 0,
      },
      underWay,
      unsure: facts.orders.unsure ?? 0,
      oldestAt: underWay === 0 ? null : at - facts.unsureSeconds * 1_000,
      inReview: facts.orders.review ?? 0,
      receiptsWaiting: facts.receiptsWaiting,
      setAside: { count, latest },
    };
  }

  return { read };
}
