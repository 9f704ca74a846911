import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, key, numbered, required, requiredOnce, zero } from './columns.ts';

/** Wallets with their ledger, orders, lists of orders, and the sums of each day. */
export async function makeOrders(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('wallets')
    .addColumn('person_id', 'bigint', key)
    .addColumn('balance', 'bigint', zero)
    .addColumn('held', 'bigint', zero)
    .addColumn('credit_limit', 'bigint', zero)
    .addCheckConstraint('wallet_held_positive', sql`held >= 0`)
    .execute();

  await db.schema
    .createTable('ledger')
    .addColumn(...numbered(kind))
    .addColumn('key', 'text', requiredOnce)
    .addColumn('person_id', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('balance_delta', 'bigint', required)
    .addColumn('held_delta', 'bigint', required)
    .addColumn('balance_after', 'bigint', required)
    .addColumn('order_id', 'text')
    .addColumn('actor', 'text', required)
    .addColumn('note', 'text')
    .addColumn('at', 'bigint', required)
    .execute();
  await db.schema.createIndex('ledger_of_person').on('ledger').columns(['person_id', 'id']).execute();
  await db.schema
    .createIndex('referral_credits')
    .on('ledger')
    .columns(['person_id', 'at'])
    .where(sql<boolean>`kind = 'referral'`)
    .execute();

  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', key)
    .addColumn('buyer_id', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('product_id', 'bigint', required)
    .addColumn('offer_code', 'text')
    .addColumn('offer_type', 'text')
    .addColumn('profile_id', 'text')
    .addColumn('product_type', 'text', required)
    .addColumn('operator_id', 'integer', required)
    .addColumn('sim_type', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('title_en', 'text')
    .addColumn('days', 'integer')
    .addColumn('mobile', 'text', required)
    .addColumn('named_amount', 'bigint')
    .addColumn('base', 'bigint', required)
    .addColumn('vat', 'bigint', required)
    .addColumn('total', 'bigint', required)
    .addColumn('idempotency_key', 'text', requiredOnce)
    .addColumn('webservice_code', 'text', requiredOnce)
    .addColumn('body', 'text', required)
    .addColumn('quoted_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('confirmed_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('message_id', 'bigint')
    .addColumn('attempts', 'integer', zero)
    .addColumn('next_attempt_at', 'bigint', zero)
    .addColumn('lease_until', 'bigint', zero)
    .addColumn('outcome', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('paying_until', 'bigint', zero)
    .addColumn('charge', 'bigint', (column) => column.check(sql`charge >= 0`))
    .addColumn('cost', 'bigint')
    .addColumn('profit', 'bigint')
    .addColumn('price_name', 'text')
    .addColumn('promo_id', 'bigint')
    .addColumn('promo_code', 'text')
    .addColumn('promo_discount', 'bigint')
    .addColumn('paid_by', 'text')
    .addColumn('reversed_at', 'bigint')
    .addColumn('route', 'text')
    .addColumn('named_credit', 'bigint')
    .addColumn('source', 'text')
    .addColumn('possibly_sent_at', 'bigint')
    .addColumn('superseded_by', 'text')
    .addCheckConstraint('order_adds_up', sql`base + vat = total and total >= 0`)
    .execute();
  await db.schema.createIndex('orders_of_buyer').on('orders').columns(['buyer_id', 'confirmed_at', 'id']).execute();
  await db.schema.createIndex('orders_of_number').on('orders').columns(['mobile', 'confirmed_at']).execute();
  await db.schema
    .createIndex('orders_to_settle')
    .on('orders')
    .columns(['next_attempt_at'])
    .where(sql<boolean>`state in ('confirmed', 'unsure')`)
    .execute();
  await db.schema
    .createIndex('orders_in_review')
    .on('orders')
    .columns(['confirmed_at'])
    .where(sql<boolean>`state = 'review'`)
    .execute();
  await db.schema
    .createIndex('orders_to_expire')
    .on('orders')
    .columns(['expires_at'])
    .where(sql<boolean>`state = 'quoted'`)
    .execute();
  await db.schema
    .createIndex('orders_of_batch')
    .on('orders')
    .columns(['batch_id'])
    .where(sql<boolean>`batch_id is not null`)
    .execute();
  await db.schema
    .createIndex('open_orders_of_buyer')
    .on('orders')
    .columns(['buyer_id', 'confirmed_at', 'id'])
    .where(sql<boolean>`state in ('confirmed', 'unsure', 'review')`)
    .execute();
  await db.schema
    .createIndex('rejected_orders_of_buyer')
    .on('orders')
    .columns(['buyer_id', 'confirmed_at', 'id'])
    .where(sql<boolean>`state = 'rejected'`)
    .execute();
  await db.schema
    .createIndex('orders_by_time')
    .on('orders')
    .columns(['confirmed_at', 'id'])
    .where(sql<boolean>`confirmed_at is not null`)
    .execute();
  await db.schema
    .createIndex('quotes_of_buyer')
    .on('orders')
    .columns(['buyer_id', 'quoted_at'])
    .where(sql<boolean>`state = 'quoted'`)
    .execute();
  await db.schema
    .createIndex('orders_reversed')
    .on('orders')
    .columns(['buyer_id', 'confirmed_at'])
    .where(sql<boolean>`reversed_at is not null`)
    .execute();

  await db.schema
    .createTable('order_events')
    .addColumn(...numbered(kind))
    .addColumn('order_id', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('actor', 'text', required)
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', required)
    .addColumn('why', 'text', required)
    .execute();
  await db.schema.createIndex('events_of_order').on('order_events').columns(['order_id', 'id']).execute();
  await db.schema.createIndex('events_by_time').on('order_events').columns(['at']).execute();

  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', key)
    .addColumn('seller_id', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('product_id', 'bigint')
    .addColumn('amount', 'bigint')
    .addColumn('with_bought', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('confirmed_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('message_id', 'bigint')
    .execute();
  await db.schema
    .createIndex('open_batches')
    .on('batches')
    .columns(['seller_id', 'created_at'])
    .where(sql<boolean>`state = 'draft'`)
    .execute();

  await db.schema
    .createTable('batch_rows')
    .addColumn('batch_id', 'text', required)
    .addColumn('row', 'integer', required)
    .addColumn('mobile', 'text', required)
    .addColumn('order_id', 'text')
    .addColumn('problem', 'text')
    .addColumn('product_id', 'bigint')
    .addColumn('amount', 'bigint')
    .addColumn('words', 'text')
    .addColumn('with_bought', 'integer', zero)
    .addPrimaryKeyConstraint('rows_of_batch', ['batch_id', 'row'])
    .execute();

  await db.schema
    .createTable('daily_sales')
    .addColumn('seller_id', 'bigint', required)
    .addColumn('part', 'text', required)
    .addColumn('day', 'integer', required)
    .addColumn('part_id', 'bigint', required)
    .addColumn('count', 'bigint', required)
    .addColumn('base', 'bigint', required)
    .addColumn('vat', 'bigint', required)
    .addColumn('total', 'bigint', required)
    .addColumn('title', 'text')
    .addColumn('title_en', 'text')
    .addColumn('discount', 'bigint', zero)
    .addColumn('known', 'bigint', zero)
    .addColumn('cost', 'bigint', zero)
    .addColumn('profit', 'bigint', zero)
    .addPrimaryKeyConstraint('sales_of_day', ['seller_id', 'part', 'day', 'part_id'])
    // A report reads one range of the key; in SQLite those rows are stored next to each other.
    .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
}
