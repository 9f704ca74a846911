import { sql } from 'kysely';
import { dayOf, startOf } from '#domain/calendar.ts';
import type { Base } from '#shop/assemble-base.ts';
import type { Sales } from '#shop/assemble-sales.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import { createApiAccess } from './api-access.ts';
import { createApiDeliveries } from './api-deliveries.ts';
import { createApiPurchases } from './api-purchases.ts';
import { createApiTokens } from './api-tokens.ts';
import { createResoldCatalogue } from './resold-catalogue.ts';

/** The shop as a gateway for its agents: their access, tokens and purchases. */
export function createReselling(parts: Base & Pick<Sales, 'catalogue' | 'offers' | 'prices' | 'pricing'>) {
  const apiAccess = createApiAccess(parts);
  return {
    apiAccess,
    apiTokens: createApiTokens({ ...parts, apiAccess }),
    apiPurchases: createApiPurchases(parts),
    apiSummary: createApiSummary(parts),
    resoldCatalogue: createResoldCatalogue(parts),
    apiDeliveries: createApiDeliveries({ ...parts, apiAccess }),
  };
}

interface ApiSummaryDeps {
  readonly database: Database;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

/** Orders that stay open longer do not appear. */
const mostDaysOpen = 7;

/**
 * Sends each agent one line about the previous day's orders through the API, because their receipts are not in the
 * chat.
 */
export function createApiSummary({ database, alerts, alertsDue, now }: ApiSummaryDeps) {
  async function run(): Promise<void> {
    const day = dayOf(now()) - 1;
    const sums = await database.db
      .selectFrom('orders')
      .select('buyer_id')
      .select(sql<number>`sum(case when state = 'delivered' and reversed_at is null then 1 else 0 end)`.as('count'))
      .select(sql<number>`sum(case when state = 'rejected' then 1 else 0 end)`.as('rejected'))
      .select(
        sql<number>`cast(sum(case when state = 'delivered' and reversed_at is null then charge else 0 end) as bigint)`.as(
          'charged',
        ),
      )
      // Lets the index find the rows, because orders end within days.
      .where('confirmed_at', '>=', startOf(day - mostDaysOpen))
      .where('ended_at', '>=', startOf(day))
      .where('ended_at', '<', startOf(day + 1))
      .where('source', '=', 'api')
      .groupBy('buyer_id')
      .execute();
    if (sums.length === 0) return;
    await database.transaction(async (tx) => {
      for (const { buyer_id: personId, ...sum } of sums)
        await alerts.writeTo(tx, [personId], {
          occasion: `${personId} ${day}`,
          alert: { kind: 'api-day', personId, day, ...sum },
        });
    });
    alertsDue.notify();
  }

  return { run };
}
