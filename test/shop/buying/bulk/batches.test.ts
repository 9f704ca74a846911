import { describe, expect, test } from 'vitest';
import { tally } from '#shop/buying/bulk/batch.ts';
import { hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, openWorld, ownerId, type ShopWorld, strangerId, topUpId, useDatabase } from '#test/support/shop.ts';

const item = { kind: 'product', productId: topUpId, amount: null } as const;
const mobiles = ['989121110001', '989121110002', '989121110003'] as const;
const listed = mobiles.map((mobile) => ({ mobile, problem: null }));

let lists = 0;
async function priced({ shop }: Pick<ShopWorld, 'shop'>, rows: readonly { mobile: string; problem: null }[] = listed) {
  lists += 1;
  const { id } = await shop.batches.draft(`update ${lists}`, buyerId, rows);
  const batch = await shop.batches.price(id, buyerId, item, false);
  if (!batch.ok) throw new Error(batch.error.code);
  return batch.value;
}
const grant = ({ shop }: Pick<ShopWorld, 'shop'>, amount: number) =>
  shop.wallet.grant({ key: `grant ${amount}`, personId: buyerId, amount, actor: 'owner', note: null });
const states = (batch: { rows: readonly { order: { state: string } | null }[] }) =>
  batch.rows.map(({ order }) => order?.state);

describe.each(databaseKinds)('one product for many numbers on %s', (kind) => {
  const place = useDatabase(kind);

  test('confirmed ten times at once, each is bought once, with its own key', async () => {
    const world = await openWorld(place.database);
    const { shop, market, purchaseWorker } = world;
    await grant(world, 33_000);
    const { id } = await priced(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.batches.confirm(id, buyerId, 7, null)));
    expect(answers.every((answer) => answer.ok && answer.value.state === 'running')).toBe(true);
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 33_000, held: 33_000 });
    await purchaseWorker.runOnce();
    expect(market.sent.map(({ key }) => key)).toHaveLength(3);
    expect(new Set(market.sent.map(({ key }) => key)).size).toBe(3);
    const batch = await shop.batches.find(id);
    expect(batch && tally(batch)).toMatchObject({ delivered: 3, rejected: 0, waiting: 0 });
    await world.receipts.runOnce();
    expect(await shop.batches.find(id)).toMatchObject({ state: 'done' });
    expect(world.screens.get(7)).toBe('0 open');
    expect((await shop.audit.list(0, 10)).entries).toMatchObject([
      { actorId: buyerId, action: 'bulk', details: { batch: id, orders: 3, total: 33_000 } },
    ]);
  });

  test('one rial short, nothing is held or confirmed', async () => {
    const world = await openWorld(place.database);
    await grant(world, 32_999);
    const { id } = await priced(world);
    expect(await world.shop.batches.confirm(id, buyerId, 7, null)).toEqual({
      ok: false,
      error: { code: 'wallet-too-small', missing: 1 },
    });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ held: 0 });
    const batch = await world.shop.batches.find(id);
    expect([batch?.state, ...(batch ? states(batch) : [])]).toEqual(['draft', 'quoted', 'quoted', 'quoted']);
  });

  test('two lists for a wallet that suffices for one: one is bought, the other unchanged', async () => {
    const world = await openWorld(place.database);
    await grant(world, 40_000);
    const two = [await priced(world), await priced(world)];
    const answers = await Promise.all(two.map(({ id }) => world.shop.batches.confirm(id, buyerId, 7, null)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.find(({ ok }) => !ok);
    expect(refused).toEqual({ ok: false, error: { code: 'wallet-too-small', missing: 26_000 } });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ held: 33_000 });
    expect(await world.shop.wallet.findLedgerMismatches()).toEqual([]);
  });

  test('a changed price is reported and quoted again; the old orders expire', async () => {
    const world = await openWorld(place.database);
    const { shop, market } = world;
    await grant(world, 100_000);
    const before = await priced(world);
    market.products.set(topUpId, { price: 20_000 });
    expect(await shop.batches.confirm(before.id, buyerId, 7, null)).toEqual({
      ok: false,
      error: { code: 'price-moved', was: 11_000, now: 22_000 },
    });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ held: 0 });
    await shop.catalogue.refresh();
    const again = await shop.batches.price(before.id, buyerId, item, false);
    const old = await Promise.all(before.rows.map(({ order }) => shop.orders.find(order?.id ?? '')));
    expect(old.map((order) => order?.state)).toEqual(['expired', 'expired', 'expired']);
    expect(again.ok && new Set(states(again.value))).toEqual(new Set(['quoted']));
    expect(market.sent).toEqual([]);
  });

  test('priced again during a confirmation, it is confirmed as shown or not at all', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    await grant(world, 100_000);
    const { id } = await priced(world);
    const [confirmed] = await Promise.all([
      shop.batches.confirm(id, buyerId, 7, null),
      shop.batches.price(id, buyerId, item, false),
    ]);
    const batch = await shop.batches.find(id);
    const held = confirmed.ok && confirmed.value.state === 'running' ? 33_000 : 0;
    expect(await shop.wallet.read(buyerId)).toMatchObject({ held });
    expect(new Set(batch ? states(batch) : [])).toEqual(new Set([held > 0 ? 'confirmed' : 'quoted']));
  });

  test('its orders are confirmed, cancelled and paid together or not at all', async () => {
    const world = await openWorld(place.database);
    const { shop } = world;
    await grant(world, 100_000);
    const { id, rows } = await priced(world);
    const orderId = rows[0]?.order?.id ?? '';
    const closed = { code: 'order-not-open' };
    const confirmed = await shop.orders.confirm({ orderId, by: buyerId, idempotencySource: 'tap', messageId: 1 });
    expect(confirmed).toEqual({ ok: false, error: { failure: closed, again: null } });
    expect(await shop.orders.cancel(orderId, buyerId)).toEqual({ ok: false, error: closed });
    expect(await shop.payments.invoices.due(orderId, buyerId)).toEqual({ ok: false, error: closed });
    const paid = await shop.payments.invoices.paid({
      chargeId: 'charge',
      payload: orderId,
      by: buyerId,
      amount: 11_000,
    });
    expect(paid.kind).toBe('kept');
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 111_000, held: 0 });
    expect(await shop.batches.confirm(id, buyerId, 7, null)).toMatchObject({ ok: true, value: { state: 'running' } });
  });

  test('concurrent contacts make one list, each once', async () => {
    const world = await openWorld(place.database);
    const { shop, clock } = world;
    await shop.batches.gather('first', buyerId, mobiles[0]);
    await Promise.all(mobiles.map((mobile, at) => shop.batches.gather(`contact ${at}`, buyerId, mobile)));
    const draft = await shop.batches.openDraft(buyerId);
    expect(draft?.rows.map(({ mobile }) => mobile).toSorted((a, b) => a.localeCompare(b))).toEqual(mobiles);
    expect(await shop.batches.openDraft(strangerId)).toBeNull();
    clock.pass(2 * minute);
    const later = await shop.batches.gather('later', buyerId, '989121119999');
    expect(later.rows).toHaveLength(1);
    // One number is no list: the earlier one is meant.
    expect((await shop.batches.openDraft(buyerId))?.id).toBe(draft?.id);
    clock.pass(hour);
    expect(await shop.batches.openDraft(buyerId)).toBeNull();
  });
});

describe('the checks of a row', () => {
  const place = useDatabase('sqlite');
  const problems = (batch: { rows: readonly { problem: string | null }[] }) => batch.rows.map(({ problem }) => problem);

  test('bought today means since midnight in Tehran, the same product and amount, and not rejected', async () => {
    const world = await openWorld(place.database);
    const { shop, clock, purchaseWorker } = world;
    await grant(world, 1_000_000);
    const one = [{ mobile: mobiles[0], problem: null }];
    const { id } = await priced(world, one);
    await shop.batches.confirm(id, buyerId, 7, null);
    await purchaseWorker.runOnce();
    expect(problems(await priced(world))).toEqual(['bought-today', null, null]);
    const draft = await shop.batches.draft('another sum', buyerId, one);
    const ranged = { kind: 'product', productId: 17, amount: 50_000 } as const;
    expect(await shop.batches.price(draft.id, buyerId, ranged, false)).toMatchObject({
      value: { rows: [{ problem: null }] },
    });
    // It is half past noon in Tehran: eleven hours later it is still today, twelve hours later it is not.
    clock.pass(11 * hour);
    expect(problems(await priced(world))).toEqual(['bought-today', null, null]);
    clock.pass(hour);
    expect(problems(await priced(world))).toEqual([null, null, null]);
  });

  test('a fixed-wireless package is sold only to such numbers of the list', async () => {
    const world = await openWorld(place.database);
    const { shop, product } = world;
    const wireless = product(({ type, onSale }) => type === 'tdlte' && onSale);
    const rows = ['989351234567', '989411234567', '989121234567'].map((mobile) => ({ mobile, problem: null }));
    const draft = await shop.batches.draft('wireless', buyerId, rows);
    const wanted = { kind: 'product', productId: wireless.id, amount: null } as const;
    const batch = await shop.batches.price(draft.id, buyerId, wanted, false);
    expect(batch.ok && states(batch.value)).toEqual([undefined, 'quoted', undefined]);
  });

  test('a mobile package is sold to no fixed-wireless number of the list, whichever row is priced first', async () => {
    const world = await openWorld(place.database);
    const { shop, product } = world;
    const { id } = product((one) => one.operatorId === 2 && one.type === 'data' && one.onSale && one.maxPrice === null);
    const item = { productId: id, amount: null };
    const [phone, modem] = ['989351234567', '989411234567'];
    for (const numbers of [[phone, modem] as const, [modem, phone] as const]) {
      const rows = numbers.map((mobile) => ({ mobile, problem: null, item }));
      const { id: list } = await shop.batches.draft(numbers.join(), buyerId, rows);
      const batch = await shop.batches.quote(list, buyerId);
      const outcomes = batch.ok ? batch.value.rows.map(({ mobile, problem }) => [mobile, problem]) : [];
      expect(Object.fromEntries(outcomes)).toEqual({ [phone]: null, [modem]: 'not-for-number' });
      const chosen = await shop.batches.price(list, buyerId, { kind: 'product', ...item }, false);
      expect(chosen.ok && chosen.value.rows.flatMap(({ order, mobile }) => (order ? [mobile] : []))).toEqual([phone]);
    }
  });

  test('the operator that the seller set for a number counts, not its prefix', async () => {
    const world = await openWorld(place.database);
    await world.shop.numbers.setOperator(buyerId, mobiles[0], 2);
    expect(states(await priced(world))).toEqual([undefined, 'quoted', 'quoted']);
  });

  test('a retry skips numbers that got it meanwhile; without rejected ones there is no new list', async () => {
    const world = await openWorld(place.database);
    const { shop, purchaseWorker } = world;
    await grant(world, 1_000_000);
    const { id } = await priced(world);
    await place.database.db
      .updateTable('orders')
      .set({ body: 'product_id=1' })
      .where('batch_id', '=', id)
      .where('mobile', '<>', mobiles[0])
      .execute();
    await shop.batches.confirm(id, buyerId, 7, null);
    await purchaseWorker.runOnce();
    const first = await shop.batches.retry(id, buyerId, 'retry one');
    if (!first.ok) throw new Error(first.error.code);
    expect(first.value.rows.map(({ mobile }) => mobile)).toEqual(mobiles.slice(1));
    // The same press, delivered again, is the same list.
    expect(await shop.batches.retry(id, buyerId, 'retry one')).toMatchObject({ value: { id: first.value.id } });
    await shop.batches.confirm(first.value.id, buyerId, 7, null);
    await purchaseWorker.runOnce();
    const second = await shop.batches.retry(id, buyerId, 'retry two');
    expect(second.ok && problems(second.value)).toEqual(['bought-today', 'bought-today']);
    const none = await shop.batches.retry(first.value.id, buyerId, 'retry three');
    expect(none.ok && none.value.id).toBe(first.value.id);
    expect(await shop.batches.retry(id, ownerId, 'retry four')).toEqual({
      ok: false,
      error: { code: 'order-not-yours' },
    });
  });

  test('who comes back after a deletion buys nothing for the masked numbers of an old list', async () => {
    const world = await openWorld(place.database);
    const { shop, sandbox } = world;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Agent', language: 'en' });
    await grant(world, 1_000_000);
    const { id } = await priced(world);
    await sandbox.fault('purchase', 'rejected', mobiles.length);
    await shop.batches.confirm(id, buyerId, 7, null);
    await settleAll(world);
    await shop.wallet.take({ key: 'back', personId: buyerId, amount: 1_000_000, actor: 'owner', note: null });
    expect(await shop.deletion.run(buyerId)).toEqual({ ok: true, value: null });
    const again = await shop.batches.retry(id, buyerId, 'old button');
    expect(again.ok && again.value.id, 'no new list').toBe(id);
  });
});
