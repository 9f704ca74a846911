import { sql } from 'kysely';
import { boughtStates, type OrderState } from '../../domain/order.ts';
import type { Mobile } from '../../domain/phone.ts';
import type { OperatorId } from '../../domain/product.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { OrderRow } from '../../storage/tables.ts';
import { readCode } from './identity.ts';
import { type Order, orderOf } from './order.ts';
import { standsInOneOf } from './standing.ts';

export interface OrderEvent {
  readonly at: number;
  readonly actor: string;
  readonly from: OrderState | null;
  readonly to: OrderState;
  readonly why: string;
}

const twinMs = 10 * 60_000;

type Twin = Pick<OrderRow, 'id' | 'buyer_id' | 'mobile' | 'total' | 'title'> & { readonly since: number };

const isBought = standsInOneOf(boughtStates.filter((state) => state !== 'rejected'));

const latestTwin = prepared((db, { id, buyer_id, mobile, total, title, since }: Twin) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyer_id)
    .where('confirmed_at', '>', since)
    .where('mobile', '=', mobile)
    .where(isBought)
    .where('total', '=', total)
    .where('title', '=', title)
    .where('id', '<>', id)
    .orderBy('confirmed_at', 'desc')
    .limit(sql.lit(1)),
);
const lookedThrough = 100;

export function createHistory({ database: { db }, now }: { readonly database: Database; readonly now: () => number }) {
  async function byCode(text: string): Promise<Order | null> {
    const code = readCode(text);
    if (!code) return null;
    const row = await db.selectFrom('orders').selectAll().where('webservice_code', '=', code).executeTakeFirst();
    return row ? orderOf(row) : null;
  }

  /** What someone bought for a number from its operator, each thing once, the latest first. */
  async function lastFor(buyerId: number, mobile: Mobile, operatorId: OperatorId, limit: number): Promise<Order[]> {
    // By the number alone: it has few orders, where a seller has tens of thousands.
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('mobile', '=', mobile)
      .where('confirmed_at', 'is not', null)
      .orderBy('confirmed_at', 'desc')
      .limit(lookedThrough)
      .execute();
    const named = new Map<string, Order>();
    for (const order of rows.map(orderOf)) {
      if (order.buyerId !== buyerId || order.operatorId !== operatorId || order.state !== 'delivered') continue;
      const what = `${order.title} ${order.total}`;
      if (!named.has(what)) named.set(what, order);
    }
    return [...named.values()].slice(0, limit);
  }

  /** The same thing for the same number, bought or on its way, minutes ago: worth a line before buying it again. */
  async function twinOf({ id, buyerId: buyer_id, mobile, total, title }: Order): Promise<Order | null> {
    const [row] = await latestTwin(db, { id, buyer_id, mobile, total, title, since: now() - twinMs });
    return row ? orderOf(row) : null;
  }

  async function events(orderId: string): Promise<OrderEvent[]> {
    const rows = await db
      .selectFrom('order_events')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute();
    return rows.map(({ at, actor, from_state: from, to_state: to, why }) => ({ at, actor, from, to, why }));
  }

  return { byCode, lastFor, twinOf, events };
}
