import { setTimeout } from 'node:timers/promises';
import type { Rials } from '#domain/money.ts';
import { onlineMethods } from '#domain/payment.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { UnknownPayments, UnknownPaymentsOf } from '#shop/money/payments/unknown-payments.ts';
import type { Database } from '#storage/database.ts';
import { isHeld } from '#storage/order-states.ts';

/** Our balance at the gateway, and when it was that. */
interface KnownBalance {
  readonly rials: Rials;
  readonly at: number;
}

/** What the archive knew; stored with the pause. */
export interface RestoredFacts {
  readonly archiveAt: number;
  readonly lastOrderAt: number | null;
  /** Whose money was held. */
  readonly openOrders: number;
  /** That a provider is asked about again. */
  readonly openPayments: number;
  readonly balance: KnownBalance | null;
}

/** What an owner compares before they resume selling. */
export interface RestoredShop extends RestoredFacts {
  /** Now. */
  readonly stillOpen: { readonly orders: number; readonly payments: number };
  readonly balanceNow: KnownBalance | null;
  readonly unknown: readonly UnknownPaymentsOf[];
}

interface RestoredShopDeps {
  readonly database: Database;
  readonly salesPause: Pick<SalesPause, 'switchedBy'>;
  readonly catalogue: Pick<Catalogue, 'askBalance' | 'status'>;
  readonly unknownPayments: UnknownPayments;
}

/** The archive against what gateway and providers say now. Null: the shop was not restored, or an owner has resumed selling. */
export function createRestoredShop({ database, salesPause, catalogue, unknownPayments }: RestoredShopDeps) {
  const { db } = database;

  async function countOpen(): Promise<RestoredShop['stillOpen']> {
    const { orders } = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('orders'))
      .where(isHeld)
      .executeTakeFirstOrThrow();
    const { payments } = await db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('payments'))
      .where('method', 'in', onlineMethods)
      .where('reference', 'is not', null)
      .where('next_attempt_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return { orders, payments };
  }

  async function balanceNow(deadlineMs: number): Promise<KnownBalance | null> {
    const isAnswered = await catalogue.askBalance(deadlineMs);
    const { balance: rials, balanceAt: at } = catalogue.status();
    return isAnswered && rials !== null && at !== null ? { rials, at } : null;
  }

  return async (deadlineMs: number): Promise<RestoredShop | null> => {
    const pause = await salesPause.switchedBy('restore');
    if (!pause) return null;
    const [unknown, balance] = await Promise.all([
      unknownPayments((listed) => Promise.race([listed, setTimeout(deadlineMs, null, { ref: false })])),
      balanceNow(deadlineMs),
    ]);
    // Counted last: what providers and gateway have just said may have settled some.
    return {
      ...(JSON.parse(pause.value) as RestoredFacts),
      stillOpen: await countOpen(),
      balanceNow: balance,
      unknown,
    };
  };
}
