import type { Database } from '../../storage/database.ts';
import { countFailedUpdates, type FailedUpdate, failedUpdates } from '../../storage/inbox.ts';
import type { Catalogue, CatalogueStatus } from '../catalogue/catalogue.ts';
import type { Outage } from '../selling/outage.ts';
import type { Selling } from '../selling/selling.ts';
import { readFacts } from './facts.ts';

/** How the gateway does, as far as we can tell. */
export interface Health {
  readonly at: number;
  readonly catalogue: CatalogueStatus;
  /** When it last said anything definite: a list of products, or yes or no to a purchase. */
  readonly answeredAt: number | null;
  readonly tokenRefused: boolean;
  /** Since when it answers no purchase; null: it does. */
  readonly failingSince: number | null;
  readonly lastHour: Readonly<Record<'delivered' | 'rejected', number>>;
  readonly underWay: number;
  /** How many of these were sent and have no definite answer yet. */
  readonly unsure: number;
  /** Since when the oldest of these has waited. */
  readonly oldestAt: number | null;
  readonly inReview: number;
  readonly receiptsWaiting: number;
  /** Updates of Telegram that could not be handled. */
  readonly setAside: { readonly count: number; readonly latest: readonly FailedUpdate[] };
}

export interface HealthDeps {
  readonly database: Database;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly selling: Pick<Selling, 'tokenRefused'>;
  readonly outage: Pick<Outage, 'since'>;
  readonly now: () => number;
}

export type HealthReport = ReturnType<typeof createHealthReport>;

const hourMs = 3_600_000;
const latestShown = 3;
const outcomes = ['delivered', 'rejected'] as const;

export function createHealthReport({ database, catalogue, selling, outage, now }: HealthDeps) {
  async function read(): Promise<Health> {
    const at = now();
    const [facts, events, tokenRefused, failingSince, count, latest] = await Promise.all([
      readFacts(database, at),
      database.db
        .selectFrom('order_events')
        .select((eb) => ['to_state', eb.fn.countAll<number>().as('count'), eb.fn.max('at').as('last')])
        .where('at', '>', at - hourMs)
        // What the owner decided is not the gateway's word.
        .where('actor', '=', 'settler')
        .where('to_state', 'in', outcomes)
        .groupBy('to_state')
        .execute(),
      selling.tokenRefused(),
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
