import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import { inState, isHeld } from '#storage/order-states.ts';
import type { Tables } from '#storage/tables/tables.ts';

const subqueries: ExpressionBuilder<Tables, never> = expressionBuilder();

/** Of the buyer of `orders`, the row of the statement around the subquery. */
const others = () => subqueries.selectFrom('orders as others').where(sql<boolean>`others.buyer_id = orders.buyer_id`);

const count = sql<number>`count(*)`.as('count');

/** The same item for the same number: by name and price, or a product with a fixed price, which may have moved. */
const isSame = sql<boolean>`(others.mobile = orders.mobile and others.title = orders.title
  and others.id <> orders.id and (others.total = orders.total
    or (others.kind = 'product' and others.product_id = orders.product_id
      and orders.kind = 'product' and orders.named_amount is null)))`;

/** Single quotes, not those of lists. */
const openQuotes = () => others().where(inState('quoted')).where('batch_id', 'is', null);

/** How many there are; the row itself may be counted or not. */
export const countOpenQuotes = () => openQuotes().select(count);

/** The ids of the open quotes of the same sale, and of the quote that `orders` replaces; null: nothing is open. */
export const olderQuotes = (replaces: string | null) =>
  openQuotes()
    .where('source', 'is', null)
    // What a restored shop may have bought is decided otherwise.
    .where('possibly_sent_at', 'is', null)
    .where(sql<boolean>`(${isSame} or (others.id = ${replaces} and others.id <> orders.id))`)
    .select(sql<string | null>`string_agg(others.id, ' ')`.as('ids'));

/** How often the same was bought, or is under way, between the quote, whose screen did not name it, and now. */
export const boughtSince = (until: number) =>
  others()
    .where(isSame)
    .where(sql<boolean>`others.confirmed_at > orders.quoted_at`)
    .where('confirmed_at', '<=', until)
    .where('reversed_at', 'is', null)
    .where(sql<boolean>`(${isHeld} or ${inState('delivered')})`)
    .select(count);
