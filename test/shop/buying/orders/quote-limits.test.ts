import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { mostOpenLists, mostOpenQuotes } from '#shop/buying/orders/quote-limits.ts';
import { openDatabase } from '#storage/database.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  newNumber,
  openWorld,
  quiet,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const openOf = async ({ database }: ShopWorld, buyer: number, lists = false) => {
  const { count } = await database.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('buyer_id', '=', buyer)
    .where('state', '=', 'quoted')
    .where('batch_id', lists ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

describe.each(sampledDatabases())('open quotes on %s', (kind) => {
  const storage = useDatabase(kind);

  test('one above the limit: the oldest expires, with an event, and can be quoted again', async () => {
    const world = await openWorld(storage.database);
    const first = await world.quote({ mobile: newNumber() });
    world.clock.pass(1);
    const second = await world.quote({ mobile: newNumber() });
    for (let nth = 2; nth <= mostOpenQuotes; nth += 1) {
      world.clock.pass(1);
      await world.quote({ mobile: newNumber() });
    }
    expect(await world.stands(first)).toMatchObject({ state: 'expired' });
    expect(await world.stands(second)).toMatchObject({ state: 'quoted' });
    expect(await openOf(world, buyerId)).toBe(mostOpenQuotes);
    expect((await world.shop.orders.events(first.id)).at(-1)).toMatchObject({ from: 'quoted', to: 'expired' });
    const by = { by: buyerId, idempotencySource: 'tap', messageId: null };
    const again = await world.shop.orders.confirm({ orderId: first.id, ...by });
    expect(again).toMatchObject({
      ok: false,
      error: { failure: { code: 'quote-expired' }, again: { state: 'quoted' } },
    });
  });

  test('other people’s are unchanged, and so is one that is being paid', async () => {
    const world = await openWorld(storage.database);
    const theirs = await world.quote({ buyer: strangerId });
    const paying = await world.quote({ mobile: newNumber() });
    const asked = { source: 'pay', by: buyerId, amount: paying.total, orderId: paying.id };
    const invoice = await world.shop.payments.invoices.open(asked);
    expect(await world.shop.payments.invoices.mayPay(invoice.id, buyerId, paying.total)).toMatchObject({ ok: true });
    for (let nth = 0; nth < mostOpenQuotes + 5; nth += 1) {
      world.clock.pass(1);
      await world.quote({ mobile: newNumber() });
    }
    expect(await world.stands(theirs)).toMatchObject({ state: 'quoted' });
    expect(await world.stands(paying)).toMatchObject({ state: 'quoted' });
    const paid = { chargeId: 'c1', payload: invoice.id, by: buyerId, amount: paying.total };
    expect(await world.shop.payments.invoices.paid(paid)).toMatchObject({ kind: 'confirmed' });
  });

  test('many at once, from two processes: never above the limit', async () => {
    const world = await openWorld(storage.database);
    const other = await openDatabase(storage.settings, { log: quiet });
    const second = await world.another(other);
    for (let nth = 0; nth < mostOpenQuotes - 2; nth += 1) await world.quote({ mobile: newNumber() });
    world.clock.pass(1);
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? world : second).quote({ mobile: newNumber() })),
    );
    expect(await openOf(world, buyerId)).toBe(mostOpenQuotes);
    await other.close();
  });

  test('lists: the quotes of the oldest expire, and new prices are shown instead', async () => {
    const world = await openWorld(storage.database);
    const { batches } = world.shop;
    const item = { kind: 'product', productId: topUpId, amount: null } as const;
    const ids: string[] = [];
    for (let nth = 0; nth <= mostOpenLists; nth += 1) {
      world.clock.pass(1);
      const listed = Array.from({ length: 20 }, (_, at) => ({
        mobile: `98912${nth}${String(at).padStart(6, '0')}`,
        problem: null,
      }));
      const { id } = await batches.draft(`list ${nth}`, buyerId, listed);
      ids.push(id);
      expect(await batches.price(id, buyerId, item, false)).toMatchObject({ ok: true });
    }
    expect(await openOf(world, buyerId, true)).toBe(mostOpenLists * 20);
    const [oldest = ''] = ids;
    expect(await batches.confirm(oldest, buyerId, null, null)).toEqual({ ok: false, error: { code: 'quote-expired' } });
    expect(await batches.price(oldest, buyerId, item, false)).toMatchObject({ ok: true });
    expect(await openOf(world, buyerId, true)).toBe(mostOpenLists * 20);
  });

  test('are counted by their own index', async () => {
    const { database } = await openWorld(storage.database);
    if (kind === 'sqlite') {
      const plan = sql<{ detail: string }>`explain query plan select id from orders
        where buyer_id = ${buyerId} and state = ${'quoted'} and batch_id is null order by quoted_at desc`;
      const { rows } = await plan.execute(database.db);
      expect(rows.map(({ detail }) => detail).join()).toContain('quotes_of_buyer');
      return;
    }
    const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
      where indexname = 'quotes_of_buyer'`.execute(database.db);
    expect(rows[0]?.indexdef).toContain("WHERE (state = 'quoted'");
  });
});
