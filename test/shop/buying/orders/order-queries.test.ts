import { describe, expect, test } from 'vitest';
import type { Order } from '#shop/buying/orders/order.ts';
import { minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, openWorld, rangedTopUpId, strangerId, subscriber, useDatabase } from '#test/support/shop.ts';

const ranged = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;

describe.each(sampledDatabases())('the history on %s', (kind) => {
  const place = useDatabase(kind);

  test('pages back to the first order, newest first, without unconfirmed quotes', async () => {
    const { shop, buy, quote, clock } = await openWorld(place.database);
    const codes: string[] = [];
    for (let at = 0; at < 19; at += 1) {
      clock.pass(second);
      codes.unshift((await buy()).code);
      await quote();
    }
    await buy({ buyer: strangerId });
    const pages = await Promise.all([0, 1, 2, 3].map((page) => shop.orders.ofBuyer(buyerId, page)));
    expect(pages.map(({ orders }) => orders.length)).toEqual([5, 5, 5, 4]);
    expect(pages.flatMap(({ orders }) => orders.map(({ code }) => code))).toEqual(codes);
    expect(await shop.orders.ofBuyer(buyerId, 99)).toEqual(pages[3]);
    expect(await shop.orders.ofBuyer(buyerId, -1)).toEqual(pages[0]);
    expect(await shop.orders.ofBuyer(buyerId, Number.NaN)).toEqual(pages[0]);
    expect(await shop.orders.ofBuyer(555, 0)).toEqual({ orders: [], page: 0, pages: 1 });
  });

  test('orders confirmed at the same moment are each on one page, once', async () => {
    const { shop, buy } = await openWorld(place.database);
    for (let at = 0; at < 17; at += 1) await buy();
    const pages = await Promise.all([0, 1, 2, 3].map((page) => shop.orders.ofBuyer(buyerId, page)));
    expect(new Set(pages.flatMap(({ orders }) => orders.map(({ id }) => id))).size).toBe(17);
  });

  test('finds an order by its code, as people type it', async () => {
    const { shop, buy } = await openWorld(place.database);
    const { id, code } = await buy();
    for (const typed of [code, code.toLowerCase(), code.replace('-', ''), `\u2066${code}\u2069`, ` ${code} `]) {
      expect(await shop.orders.byCode(typed)).toMatchObject({ id });
    }
    expect(await shop.orders.byCode('ZZZZZ-ZZZZZ')).toBeNull();
    expect(await shop.orders.byCode("' or 1=1 --")).toBeNull();
  });

  test('finds the orders of a number', async () => {
    const { shop, buy, quote, clock } = await openWorld(place.database);
    const older = await buy();
    clock.pass(second);
    const newer = await buy({ buyer: strangerId });
    await quote();
    await buy({ mobile: '989351234568' });
    const { orders, ...where } = await shop.orders.ofNumber(subscriber, 0);
    expect(orders.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(where).toEqual({ page: 0, pages: 1 });
    expect(await shop.orders.ofNumber('989000000000', 3)).toEqual({ orders: [], page: 0, pages: 1 });
  });

  test('finds a recent duplicate: the same item for the same number minutes ago', async () => {
    const { shop, buy, quote, clock, purchaseWorker } = await openWorld(place.database);
    const twinOf = async (order: Order) => (await shop.orders.beforeConfirming(order)).recentDuplicate;
    const bought = await buy({ item: ranged(50_000) });
    await purchaseWorker.runOnce();
    clock.pass(9 * minute);
    const twin = await quote({ item: ranged(50_000) });
    expect(await twinOf(twin)).toMatchObject({ id: bought.id });
    expect(await twinOf(bought)).toBeNull();
    const { wallet } = await shop.orders.beforeConfirming(twin);
    expect(shop.wallet.balanceOf(buyerId, wallet)).toEqual(await shop.wallet.read(buyerId));
    expect(await twinOf(await quote({ item: ranged(50_001) }))).toBeNull();
    expect(await twinOf(await quote({ item: ranged(50_000), mobile: '989351234568' }))).toBeNull();
    expect(await twinOf(await quote({ item: ranged(50_000), buyer: strangerId }))).toBeNull();
    clock.pass(2 * minute);
    expect(await twinOf(twin)).toBeNull();
  });

  test('finds a duplicate that is not settled, however old and whatever its price was', async () => {
    const { shop, buy, quote, clock, purchaseWorker } = await openWorld(place.database);
    const twinOf = async (order: Order) => (await shop.orders.beforeConfirming(order)).recentDuplicate;
    const open = await buy();
    clock.pass(60 * minute);
    expect(await twinOf(await quote())).toMatchObject({ id: open.id });
    const priced = ({ base, vat, total, charge }: Pick<Order, 'base' | 'vat' | 'total' | 'charge'>) =>
      place.database.db.updateTable('orders').set({ base, vat, total, charge }).where('id', '=', open.id).execute();
    await priced({ base: 1_000, vat: 100, total: 1_100, charge: 1_100 });
    expect(await twinOf(await quote())).toMatchObject({ id: open.id });
    await priced(open);
    expect(await twinOf(await quote({ buyer: strangerId }))).toBeNull();
    await purchaseWorker.runOnce();
    expect(await twinOf(await quote())).toBeNull();
    const ofAmount = await buy({ item: ranged(50_000) });
    expect(await twinOf(await quote({ item: ranged(50_001) }))).toBeNull();
    expect(await twinOf(await quote({ item: ranged(50_000) }))).toMatchObject({ id: ofAmount.id });
  });

  test('a buyer who has no wallet yet, and no row of a person', async () => {
    const { shop, quote, database } = await openWorld(place.database);
    const order = await quote();
    await database.db.deleteFrom('wallets').execute();
    expect(await shop.orders.beforeConfirming(order)).toEqual({ wallet: null, recentDuplicate: null });
    const side = { language: null, unit: 'toman', role: 'customer', label: null, balanceAfter: null };
    expect(await shop.orders.sideOf(order)).toEqual(side);
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    await database.db.updateTable('people').set({ unit: 'rial', role: 'agent' }).execute();
    expect(await shop.orders.sideOf(order)).toEqual({ ...side, language: 'en', unit: 'rial', role: 'agent' });
    await database.db.deleteFrom('orders').execute();
    expect(await shop.orders.beforeConfirming(order)).toEqual({ wallet: null, recentDuplicate: null });
    expect(await shop.orders.sideOf(order)).toEqual(side);
  });

  test('a rejected order is no duplicate', async () => {
    const { shop, buy, quote, purchaseWorker, market, sandbox } = await openWorld(place.database);
    await sandbox.fault('purchase', null);
    const order = await buy();
    await place.database.db.updateTable('orders').set({ body: 'product_id=0' }).where('id', '=', order.id).execute();
    await purchaseWorker.runOnce();
    expect(market.sent).toHaveLength(1);
    expect(await shop.orders.find(order.id)).toMatchObject({ state: 'rejected' });
    expect((await shop.orders.beforeConfirming(await quote())).recentDuplicate).toBeNull();
  });

  test('the events of an order name every step, actor and reason', async () => {
    const { shop, buy, purchaseWorker, sandbox, clock } = await openWorld(place.database);
    await sandbox.fault('purchase', 'cut-after', 1);
    const order = await buy();
    const confirmedAt = clock.now();
    await purchaseWorker.runOnce();
    clock.pass(minute);
    await purchaseWorker.runOnce();
    expect(await shop.orders.events(order.id)).toEqual([
      { at: confirmedAt, actor: 'person:100', from: null, to: 'quoted', why: 'asked for' },
      { at: confirmedAt, actor: 'person:100', from: 'quoted', to: 'confirmed', why: 'confirmed' },
      { at: confirmedAt, actor: 'settler', from: 'confirmed', to: 'unsure', why: 'connection cut' },
      { at: clock.now(), actor: 'settler', from: 'unsure', to: 'delivered', why: 'خرید با موفقیت انجام شد.' },
    ]);
  });
});
