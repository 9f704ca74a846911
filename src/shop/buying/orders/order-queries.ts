import { sql } from 'kysely';
import type { OrderState } from '#domain/order.ts';
import type { Mobile } from '#domain/phone.ts';
import type { OperatorId } from '#domain/product.ts';
import type { Subject } from '#shop/base/outbox/outbox.ts';
import { roleThen } from '#shop/people/people/agents.ts';
import type { Database, Queries } from '#storage/database.ts';
import { inState, isHeld } from '#storage/order-states.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderRow, WalletRow } from '#storage/tables/tables.ts';
import { readCode } from './identity.ts';
import { type Order, orderColumns, orderOf } from './order.ts';

export interface OrderEvent {
  readonly at: number;
  readonly actor: string;
  readonly from: OrderState | null;
  readonly to: OrderState;
  readonly why: string;
}

const duplicateMs = 10 * 60_000;

type Duplicate = Pick<OrderRow, 'id' | 'buyer_id' | 'mobile' | 'total' | 'title'> & {
  readonly since: number;
  /** A product with a fixed price, which may have changed by now; null if the price identifies the item. */
  readonly fixedId: number | null;
};

const sameOrders = (db: Queries, { id, buyer_id, mobile, total, title, fixedId }: Duplicate) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyer_id)
    .where('mobile', '=', mobile)
    .where('reversed_at', 'is', null)
    .where('title', '=', title)
    .where(({ eb, or, and }) =>
      or([eb('total', '=', total), and([eb('kind', '=', 'product'), eb('product_id', '=', fixedId)])]),
    )
    .where('id', '<>', id);

/** An unsettled order of any age, or else the latest delivered one. Both parts read an index. */
const latestDuplicate = (db: Queries, quote: Duplicate) =>
  db
    .selectFrom(
      sameOrders(db, quote)
        .where(isHeld)
        .unionAll(sameOrders(db, quote).where('confirmed_at', '>', quote.since).where(inState('delivered')))
        .as('same'),
    )
    .selectAll()
    .orderBy(inState('delivered'))
    .orderBy('confirmed_at', 'desc')
    .limit(sql.lit(1));

/** What the confirm screen says beside a quote, in one statement. */
const besideQuote = prepared((db, quote: Duplicate) =>
  db
    .selectFrom('orders as quote')
    .leftJoin('wallets', 'wallets.person_id', 'quote.buyer_id')
    .leftJoin(latestDuplicate(db, quote).as('duplicate'), (join) => join.onTrue())
    .selectAll('duplicate')
    .select(['wallets.person_id', 'wallets.balance', 'wallets.held', 'wallets.credit_limit'])
    .where('quote.id', '=', quote.id),
);

/** What a receipt says beside its order. */
const withSide = (db: Queries, id: string) =>
  db
    .selectFrom('orders')
    .leftJoin('people', 'people.id', 'orders.buyer_id')
    .select(['people.language', 'people.unit', 'people.role'])
    .select((eb) => [
      eb
        .selectFrom('numbers')
        .select('numbers.label')
        .whereRef('numbers.person_id', '=', 'orders.buyer_id')
        .whereRef('numbers.mobile', '=', 'orders.mobile')
        .as('label'),
      eb
        .selectFrom('ledger')
        .select('ledger.balance_after')
        .where('ledger.key', '=', sql<string>`'capture:' || orders.id`)
        .as('balanceAfter'),
      // The first change of the buyer's role since then.
      eb
        .selectFrom('audit')
        .select('audit.action')
        .whereRef('audit.person_id', '=', 'orders.buyer_id')
        .where(({ eb: and, ref, fn }) => {
          const then = fn.coalesce('orders.confirmed_at', 'orders.quoted_at');
          return and.or([
            and.and([and('audit.action', '=', sql.lit('join')), and(ref('audit.at'), '>', then)]),
            and.and([and('audit.action', '=', sql.lit('demote')), and(ref('audit.at'), '>=', then)]),
          ]);
        })
        .orderBy('audit.id')
        .limit(sql.lit(1))
        .as('roleChange'),
    ])
    .where('orders.id', '=', id);

const orderSide = prepared((db, { id }: Pick<Order, 'id'>) => withSide(db, id));

/** The buyer's role at that time, the number's label, and the balance after payment (null if unpaid). */
export type OrderSide = ReturnType<typeof sideIn>;

/** For a buyer whose row is deleted. */
const strangersSide = { language: null, unit: 'toman', role: 'customer', label: null, balanceAfter: null } as const;

export const sideIn = (row: Awaited<ReturnType<typeof orderSide>>[number] | undefined) => {
  if (!row?.unit || !row.role) return strangersSide;
  const { language, unit, role, roleChange, label, balanceAfter } = row;
  return { language, unit, role: roleThen(roleChange, role), label, balanceAfter };
};

/** Orders have a column `message_id` too. */
export const messageColumns = [
  'order_messages.chat_id as chatId',
  'order_messages.message_id as messageId',
  'order_messages.view',
  'order_messages.shown',
] as const;

/** Everything that receipts need in one statement, because each purchase shows two. */
export const readForReceipt = prepared((db, { id, subject }: { readonly id: string; readonly subject: Subject }) =>
  withSide(db, id)
    .leftJoin('order_messages', (join) => join.on('order_messages.subject', '=', subject))
    .select(orderColumns.map((name) => `orders.${name}` as const))
    .select(messageColumns),
);

/** The quote is gone. */
const nothing = { person_id: null, balance: null, held: null, credit_limit: null, id: null };

const lookedThrough = 100;

/** What a person bought for a number, latest first. */
export async function deliveredTo({ db }: Database, buyerId: number, mobile: Mobile): Promise<Order[]> {
  // Filters by number first: a number has few orders, a seller may have tens of thousands.
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('mobile', '=', mobile)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at', 'desc')
    .limit(lookedThrough)
    .execute();
  return rows
    .filter(({ buyer_id, state, reversed_at }) => buyer_id === buyerId && state === 'delivered' && reversed_at === null)
    .map(orderOf);
}

export function createOrderQueries(deps: { readonly database: Database; readonly now: () => number }) {
  const { now } = deps;
  const { db } = deps.database;

  const sideOf = async (order: Order): Promise<OrderSide> => sideIn((await orderSide(db, order))[0]);

  async function byCode(text: string): Promise<Order | null> {
    const code = readCode(text);
    if (!code) return null;
    const row = await db.selectFrom('orders').selectAll().where('webservice_code', '=', code).executeTakeFirst();
    return row ? orderOf(row) : null;
  }

  /** Distinct items that the buyer bought for a number, latest first. */
  async function lastFor(buyerId: number, mobile: Mobile, operatorId: OperatorId, limit: number): Promise<Order[]> {
    const named = new Map<string, Order>();
    for (const order of await deliveredTo(deps.database, buyerId, mobile)) {
      if (order.operatorId !== operatorId) continue;
      const what = `${order.title} ${order.total}`;
      if (!named.has(what)) named.set(what, order);
    }
    return [...named.values()].slice(0, limit);
  }

  /** The wallet, and an unsettled or recent order of the same item and number, which the confirm screen warns about. */
  async function beforeConfirming({ id, buyerId: buyer_id, mobile, total, title, item }: Order): Promise<{
    readonly wallet: WalletRow | null;
    readonly recentDuplicate: Order | null;
  }> {
    const fixedId = item.kind === 'product' && item.amount === null ? item.productId : null;
    const quote = { id, buyer_id, mobile, total, title, fixedId, since: now() - duplicateMs };
    const [{ person_id, balance, held, credit_limit, ...duplicate } = nothing] = await besideQuote(db, quote);
    const hasWallet = person_id !== null && balance !== null && held !== null && credit_limit !== null;
    return {
      wallet: hasWallet ? { person_id, balance, held, credit_limit } : null,
      // A left join gives all of these columns or only nulls.
      recentDuplicate: duplicate.id === null ? null : orderOf(duplicate as OrderRow),
    };
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

  return { sideOf, byCode, lastFor, beforeConfirming, events };
}
