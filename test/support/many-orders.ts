import type { OrderState } from '#domain/order.ts';
import type { Database } from '#storage/database.ts';

export interface ManyOrders {
  readonly count: number;
  readonly at: (n: number) => number;
  readonly buyer: (n: number) => number;
  readonly state?: (n: number) => OrderState;
  readonly title?: (n: number) => string;
  /** Distinguishes batches of orders. */
  readonly name?: string;
}

const perInsert = 400;

/** Ended orders, written directly into the table. */
export async function fillOrders(database: Database, many: ManyOrders): Promise<void> {
  const { count, at, buyer, state = () => 'delivered', title = () => 'بستهٔ ۱۰ گیگ', name = 'm' } = many;
  for (let from = 0; from < count; from += perInsert) {
    const rows = Array.from({ length: Math.min(perInsert, count - from) }, (_, index) => {
      const n = from + index;
      const code = `${name}${n}`.toUpperCase();
      return {
        id: `${name}-${n}`,
        buyer_id: buyer(n),
        state: state(n),
        kind: 'product' as const,
        product_id: 37,
        product_type: 'topup' as const,
        operator_id: 1 as const,
        sim_type: 'prepaid' as const,
        title: title(n),
        mobile: `98912${String(n).padStart(7, '0')}`,
        base: 10_000,
        vat: 1_000,
        total: 11_000,
        charge: 11_000,
        route: 'post-form /api/top-up/package/',
        idempotency_key: `key-${code}`,
        webservice_code: code,
        body: '{}',
        quoted_at: at(n),
        expires_at: at(n),
        confirmed_at: at(n),
        ended_at: at(n),
        next_attempt_at: 0,
        lease_until: 0,
        attempts: 1,
        outcome: 'done',
      };
    });
    await database.db.insertInto('orders').values(rows).execute();
  }
}
