import { setTimeout } from 'node:timers/promises';
import type { Rials } from '#domain/money.ts';
import { onlineMethods } from '#domain/payment.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { UnknownPayments, UnknownPaymentsOf } from '#shop/money/payments/reconciliation.ts';
import type { Database } from '#storage/database.ts';
import { isHeld } from '#storage/order-states.ts';

/** Our balance at the gateway at a certain time. */
interface KnownBalance {
  readonly rials: Rials;
  readonly at: number;
}

/** Facts from the archive, stored with the pause. */
export interface RestoredFacts {
  readonly archiveAt: number;
  readonly lastOrderAt: number | null;
  /** Orders whose money was held. */
  readonly openOrders: number;
  /** Payments that the provider is asked about again. */
  readonly openPayments: number;
  readonly balance: KnownBalance | null;
}

/** Facts that an owner compares before resuming sales. */
export interface RestoredShop extends RestoredFacts {
  /** What is still open now. */
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

/**
 * Compares the archive with the gateway and the providers. Null if the shop was not restored, or sales have resumed.
 */
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
    // Counts last, because the answers just received may have settled some.
    return {
      ...(JSON.parse(pause.value) as RestoredFacts),
      stillOpen: await countOpen(),
      balanceNow: balance,
      unknown,
    };
  };
}
