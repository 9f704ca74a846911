import type { Mobile } from '#domain/phone.ts';
import { type Order, orderOf } from '#shop/buying/orders/order.ts';
import type { Database } from '#storage/database.ts';
import { inState, isHeld } from '#storage/order-states.ts';

/** Numbers to choose from. */
const mostNumbers = 6;
const lately = 2 * 24 * 3_600_000;

interface LastOrdersParts {
  readonly database: Database;
  readonly now: () => number;
}

export type LastOrders = ReturnType<typeof createLastOrders>;

/** Finds the order that a person means without naming one. */
export function createLastOrders({ database: { db }, now }: LastOrdersParts) {
  const confirmed = (personId: number) =>
    db.selectFrom('orders').selectAll().where('buyer_id', '=', personId).where('confirmed_at', 'is not', null);

  return {
    /** The order under way, or else the last one within two days. With a number, its last order at any time. */
    async meant(personId: number, mobile: Mobile | null): Promise<Order | null> {
      const row = await confirmed(personId)
        .where((eb) =>
          mobile === null ? eb.or([isHeld, eb('confirmed_at', '>', now() - lately)]) : eb('mobile', '=', mobile),
        )
        .orderBy((eb) => eb.case().when(isHeld).then(0).else(1).end())
        .orderBy('confirmed_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? orderOf(row) : null;
    },
    /** The numbers that end with these digits, the latest first. */
    async endingWith(personId: number, digits: string): Promise<Mobile[]> {
      const rows = await confirmed(personId)
        .clearSelect()
        .select(['mobile', (eb) => eb.fn.max('confirmed_at').as('last')])
        .where('mobile', 'like', `%${digits}`)
        .groupBy('mobile')
        .orderBy('last', 'desc')
        .limit(mostNumbers)
        .execute();
      return rows.map(({ mobile }) => mobile);
    },
    /** The last bought order. */
    async bought(personId: number): Promise<Order | null> {
      const row = await confirmed(personId)
        .orderBy('confirmed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? orderOf(row) : null;
    },
    /** The newest quote that can still be confirmed. */
    async live(personId: number): Promise<Order | null> {
      const row = await db
        .selectFrom('orders')
        .selectAll()
        .where('buyer_id', '=', personId)
        .where(inState('quoted'))
        .where('batch_id', 'is', null)
        .where('source', 'is', null)
        .orderBy('quoted_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? orderOf(row) : null;
    },
  };
}
