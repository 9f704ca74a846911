import { describe, expect, test } from 'vitest';
import type { Order, PurchaseIntent } from '#shop/buying/orders/order.ts';
import { openDatabase } from '#storage/database.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  newUpdate,
  openWorld,
  quiet,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const number = '989121234567';
const otherNumber = '989121234568';
const topUp = { kind: 'product', productId: topUpId, amount: null } as const;
const wanted: PurchaseIntent = { item: topUp, mobile: number, simType: 'prepaid' };

const fund = ({ shop }: ShopWorld, personId = buyerId) =>
  shop.wallet.grant({ key: newUpdate(), personId, amount: 1_000_000, actor: 'owner', note: null });

const confirm = ({ shop }: ShopWorld, order: Order, by = order.buyerId) =>
  shop.orders.confirm({ orderId: order.id, by, idempotencySource: newUpdate(), messageId: null });

async function quote({ shop }: ShopWorld, asked: Partial<Parameters<typeof shop.orders.quote>[0]> = {}) {
  const result = await shop.orders.quote({ idempotencySource: newUpdate(), buyerId, wanted, ...asked });
  if (!result.ok) throw new Error(`No quote: ${result.error.code}`);
  return result.value;
}

/** Its invoice is being paid: the payment holds its price. */
async function pay({ shop }: ShopWorld, { id: orderId, buyerId: by, total: amount }: Order) {
  const invoice = await shop.payments.invoices.open({ source: newUpdate(), by, amount, orderId });
  return { invoice, answer: await shop.payments.invoices.mayPay(invoice.id, by, amount) };
}

const soldOf = async ({ sandbox }: ShopWorld) => sandbox.sold();

describe.each(sampledDatabases())('one sale has one live quote, on %s', (kind) => {
  const place = useDatabase(kind);

  test('a newer quote of the same retires the older one, which buys nothing any more', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const older = await quote(world);
    world.clock.pass(1_000);
    const newer = await quote(world);
    expect(await world.stands(older)).toMatchObject({ state: 'cancelled', supersededBy: newer.id });
    expect((await world.shop.orders.events(older.id)).at(-1)).toMatchObject({
      from: 'quoted',
      to: 'cancelled',
      actor: `person:${buyerId}`,
    });
    expect(await confirm(world, older)).toMatchObject({
      ok: true,
      value: { state: 'cancelled', supersededBy: newer.id },
    });
    expect(await confirm(world, newer)).toMatchObject({ ok: true, value: { state: 'confirmed', supersededBy: null } });
    await world.purchaseWorker.runOnce();
    expect(await soldOf(world)).toBe(1);
  });

  test('the newest is found from any older one', async () => {
    const world = await openWorld(place.database);
    const first = await quote(world);
    const second = await quote(world);
    const third = await quote(world);
    for (const order of [first, second, third])
      expect(await world.shop.orders.newest(await world.stands(order))).toMatchObject({ id: third.id });
  });

  test('another number, another item, another amount and another person keep theirs', async () => {
    const world = await openWorld(place.database);
    const ranged = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;
    const all = [
      await quote(world),
      await quote(world, { wanted: { ...wanted, mobile: otherNumber } }),
      await quote(world, { wanted: { ...wanted, item: ranged(22_000) } }),
      await quote(world, { wanted: { ...wanted, item: ranged(33_000) } }),
      await quote(world, { buyerId: strangerId }),
    ];
    for (const order of all) expect(await world.stands(order)).toMatchObject({ state: 'quoted', supersededBy: null });
  });

  test('a quote made from another one retires it, whatever its number and amount', async () => {
    const world = await openWorld(place.database);
    const older = await quote(world);
    const newer = await quote(world, { wanted: { ...wanted, mobile: otherNumber }, replaces: older.id });
    expect(await world.stands(older)).toMatchObject({ state: 'cancelled', supersededBy: newer.id });
  });

  test('a quote made from one of another person leaves that one alone', async () => {
    const world = await openWorld(place.database);
    const theirs = await quote(world, { buyerId: strangerId });
    await quote(world, { wanted: { ...wanted, mobile: otherNumber }, replaces: theirs.id });
    expect(await world.stands(theirs)).toMatchObject({ state: 'quoted', supersededBy: null });
  });

  test('the same update again is the same quote, and retires nothing', async () => {
    const world = await openWorld(place.database);
    const idempotencySource = newUpdate();
    const order = await quote(world, { idempotencySource });
    const again = await Promise.all(Array.from({ length: 10 }, () => quote(world, { idempotencySource })));
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([order.id]));
    expect(await world.stands(order)).toMatchObject({ state: 'quoted' });
    expect(await world.shop.orders.events(order.id)).toHaveLength(1);
  });

  test('the update of a retired quote, handled again after a crash, revives nothing', async () => {
    const world = await openWorld(place.database);
    const idempotencySource = newUpdate();
    const older = await quote(world, { idempotencySource });
    const newer = await quote(world);
    expect(await quote(world, { idempotencySource })).toMatchObject({ id: older.id, supersededBy: newer.id });
    expect(await world.stands(newer)).toMatchObject({ state: 'quoted' });
  });

  test('rows of a list keep their quotes beside a single one', async () => {
    const world = await openWorld(place.database);
    const { batches } = world.shop;
    const listed = [number, otherNumber].map((mobile) => ({ mobile, problem: null }));
    const { id } = await batches.draft(newUpdate(), buyerId, listed);
    const priced = await batches.price(id, buyerId, topUp, false);
    if (!priced.ok) throw new Error(priced.error.code);
    await quote(world);
    const again = await batches.own(id, buyerId);
    expect(again.ok && again.value.rows.map(({ order }) => order?.state)).toEqual(['quoted', 'quoted']);
  });

  test('one that is being paid stands: the newer line leads to it', async () => {
    const world = await openWorld(place.database);
    const paying = await quote(world);
    const { invoice } = await pay(world, paying);
    const newer = await quote(world);
    expect(newer).toMatchObject({ state: 'cancelled', supersededBy: paying.id });
    expect(await world.shop.orders.newest(newer)).toMatchObject({ id: paying.id, state: 'quoted' });
    const changed = await quote(world, { wanted: { ...wanted, mobile: otherNumber }, replaces: paying.id });
    expect(changed).toMatchObject({ state: 'cancelled', supersededBy: paying.id });
    const paid = { chargeId: 'c1', payload: invoice.id, by: buyerId, amount: paying.total };
    expect(await world.shop.payments.invoices.paid(paid)).toMatchObject({ kind: 'confirmed' });
  });

  test('once its payment is given up it is retired like any other', async () => {
    const world = await openWorld(place.database);
    const older = await quote(world);
    const { invoice } = await pay(world, older);
    await world.shop.payments.cancel(buyerId, invoice.id);
    const newer = await quote(world);
    expect(newer).toMatchObject({ state: 'quoted' });
    expect(await world.stands(older)).toMatchObject({ state: 'cancelled', supersededBy: newer.id });
  });

  test('a retired quote cannot be paid for', async () => {
    const world = await openWorld(place.database);
    const older = await quote(world);
    await quote(world);
    const due = await world.shop.payments.methods.amountFor(buyerId, 'invoice', { orderId: older.id });
    expect(due).toMatchObject({ ok: false, error: { code: 'order-not-open' } });
  });

  test('an expired quote quotes again, and that retires what was quoted meanwhile', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const older = await quote(world);
    world.clock.pass(11 * minute);
    await world.expiryWorker.runOnce();
    const newer = await quote(world);
    expect(await world.stands(older)).toMatchObject({ state: 'expired', supersededBy: null });
    const answer = await confirm(world, older);
    const again = answer.ok ? null : answer.error.again;
    expect(again).toMatchObject({ state: 'quoted' });
    expect(await world.stands(newer)).toMatchObject({ state: 'cancelled', supersededBy: again?.id });
  });

  test('a moved price makes a new quote, and only that one can be confirmed', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const older = await quote(world);
    world.market.products.set(topUpId, { price: 12_000 });
    const answer = await confirm(world, older);
    const again = answer.ok ? null : answer.error.again;
    expect(again?.state).toBe('quoted');
    await confirm(world, older);
    const live = await world.database.db
      .selectFrom('orders')
      .select('id')
      .where('buyer_id', '=', buyerId)
      .where('state', '=', 'quoted')
      .execute();
    expect(live).toHaveLength(1);
    expect(await soldOf(world)).toBe(0);
  });

  test('the older one is confirmed while the newer one is made: one of them is bought, from either process', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const other = await openDatabase(place.settings, { log: quiet });
    const second = await world.another(other);
    for (let round = 0; round < 8; round += 1) {
      const mobile = `98912123${String(5_000 + round)}`;
      const older = await quote(world, { wanted: { ...wanted, mobile } });
      const [, newer] = await Promise.all([confirm(world, older), quote(second, { wanted: { ...wanted, mobile } })]);
      const stands = await world.stands(older);
      if (stands.state === 'cancelled') expect(stands.supersededBy).toBe(newer.id);
      else expect(stands).toMatchObject({ state: 'confirmed', supersededBy: null });
      const before = await world.shop.orders.beforeConfirming(newer);
      expect(before.recentDuplicate?.id ?? null).toBe(stands.state === 'confirmed' ? older.id : null);
    }
    await other.close();
  });

  test('two lines and a press on each, all at once: bought once', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const other = await openDatabase(place.settings, { log: quiet });
    const second = await world.another(other);
    for (let round = 0; round < 8; round += 1) {
      const mobile = `98912124${String(5_000 + round)}`;
      const [one, two] = await Promise.all([
        quote(world, { wanted: { ...wanted, mobile } }),
        quote(second, { wanted: { ...wanted, mobile } }),
      ]);
      await Promise.all([confirm(world, one), confirm(second, two)]);
      const states = [(await world.stands(one)).state, (await world.stands(two)).state];
      expect(states.toSorted()).toEqual(['cancelled', 'confirmed']);
    }
    await other.close();
  });

  test('a payment begins on the older one while the newer one is made: one of them is live', async () => {
    const world = await openWorld(place.database);
    const other = await openDatabase(place.settings, { log: quiet });
    const second = await world.another(other);
    for (let round = 0; round < 8; round += 1) {
      const mobile = `98912125${String(5_000 + round)}`;
      const older = await quote(world, { wanted: { ...wanted, mobile } });
      const [{ answer }, newer] = await Promise.all([
        pay(world, older),
        quote(second, { wanted: { ...wanted, mobile } }),
      ]);
      const [was, is] = [await world.stands(older), await world.stands(newer)];
      expect([was.state, is.state]).toEqual(answer.ok ? ['quoted', 'cancelled'] : ['cancelled', 'quoted']);
      expect([was.supersededBy, is.supersededBy]).toEqual(answer.ok ? [null, older.id] : [newer.id, null]);
    }
    await other.close();
  });

  test('what was bought after the quote was made is asked about once more; then one tap buys', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const older = await quote(world);
    world.clock.pass(1_000);
    // By other means: a list of the same person.
    const { batches } = world.shop;
    const { id } = await batches.draft(newUpdate(), buyerId, [{ mobile: number, problem: null }]);
    await batches.price(id, buyerId, topUp, false);
    expect(await batches.confirm(id, buyerId, null, null)).toMatchObject({ ok: true });
    world.clock.pass(1_000);
    const answer = await confirm(world, older);
    expect(answer).toMatchObject({ ok: false, error: { failure: { code: 'bought-meanwhile' } } });
    const again = answer.ok ? null : answer.error.again;
    if (!again) throw new Error('It is asked about.');
    expect((await world.shop.orders.beforeConfirming(again)).recentDuplicate).toMatchObject({ batchId: id });
    expect(await confirm(world, again)).toMatchObject({ ok: true, value: { state: 'confirmed' } });
  });

  test('a purchase that the screen named already is not asked about again', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    await confirm(world, await quote(world));
    world.clock.pass(1_000);
    const second = await quote(world);
    expect((await world.shop.orders.beforeConfirming(second)).recentDuplicate).not.toBeNull();
    world.clock.pass(1_000);
    await world.purchaseWorker.runOnce();
    expect(await confirm(world, second)).toMatchObject({ ok: true, value: { state: 'confirmed' } });
  });
});

describe.each(sampledDatabases())('cancelling in words, on %s', (kind) => {
  const place = useDatabase(kind);

  const cancel = ({ shop }: ShopWorld, idempotencySource = newUpdate(), repliedTo: number | null = null) =>
    shop.orders.cancelNewest({ by: buyerId, idempotencySource, repliedTo });
  const shownIn = ({ shop }: ShopWorld, messageId: number, order: Order) =>
    shop.orderMessages.trackQuote({
      chatId: order.buyerId,
      messageId,
      subject: `order:${order.id}`,
      view: 'receipt',
      shown: '',
    });

  test('the newest live quote is cancelled and cannot be bought; nobody else’s is', async () => {
    const world = await openWorld(place.database);
    await fund(world);
    const older = await quote(world, { wanted: { ...wanted, mobile: otherNumber } });
    world.clock.pass(1_000);
    const newer = await quote(world);
    const theirs = await quote(world, { buyerId: strangerId });
    expect(await cancel(world)).toMatchObject({ id: newer.id, state: 'cancelled', supersededBy: null });
    expect(await confirm(world, newer)).toMatchObject({ ok: true, value: { state: 'cancelled' } });
    for (const order of [older, theirs]) expect(await world.stands(order)).toMatchObject({ state: 'quoted' });
    expect(await cancel(world)).toMatchObject({ id: older.id });
    expect(await cancel(world)).toBeNull();
  });

  test('the one in the message that is replied to is cancelled, unless it is of somebody else', async () => {
    const world = await openWorld(place.database);
    const older = await quote(world, { wanted: { ...wanted, mobile: otherNumber } });
    world.clock.pass(1_000);
    const newer = await quote(world);
    const theirs = await quote(world, { buyerId: strangerId });
    await shownIn(world, 11, older);
    await shownIn(world, 12, theirs);
    expect(await world.shop.orders.countOpen(buyerId)).toBe(1);
    expect(await cancel(world, newUpdate(), 11)).toMatchObject({ id: older.id, state: 'cancelled' });
    expect(await world.shop.orders.countOpen(buyerId)).toBe(0);
    expect(await cancel(world, newUpdate(), 12)).toMatchObject({ id: newer.id });
    expect(await world.stands(theirs)).toMatchObject({ state: 'quoted' });
  });

  test('of the sale in the message that is replied to the newer one is cancelled; of another sale none is', async () => {
    const world = await openWorld(place.database);
    const older = await quote(world, { wanted: { ...wanted, mobile: otherNumber } });
    const newer = await quote(world, { wanted: { ...wanted, mobile: otherNumber } });
    const paying = await quote(world);
    await pay(world, paying);
    world.clock.pass(1_000);
    const newest = await quote(world, { wanted: { ...wanted, mobile: '989121234569' } });
    await shownIn(world, 11, older);
    await shownIn(world, 12, paying);
    expect(await cancel(world, newUpdate(), 12)).toMatchObject({ id: paying.id, state: 'quoted' });
    const update = newUpdate();
    for (let time = 0; time < 2; time += 1)
      expect(await cancel(world, update, 11)).toMatchObject({ id: newer.id, state: 'cancelled' });
    expect(await cancel(world, newUpdate(), 11)).toMatchObject({ id: newer.id, state: 'cancelled' });
    expect(await world.stands(newest)).toMatchObject({ state: 'quoted' });
  });

  test('the same update again cancels no second one', async () => {
    const world = await openWorld(place.database);
    const older = await quote(world, { wanted: { ...wanted, mobile: otherNumber } });
    world.clock.pass(1_000);
    const newer = await quote(world);
    const update = newUpdate();
    expect(await cancel(world, update)).toMatchObject({ id: newer.id });
    expect(await cancel(world, update)).toMatchObject({ id: newer.id });
    expect(await world.stands(older)).toMatchObject({ state: 'quoted' });
  });

  test('one that is being paid, one that is over and rows of a list stay as they are', async () => {
    const world = await openWorld(place.database);
    const paying = await quote(world);
    await pay(world, paying);
    const { batches } = world.shop;
    const { id } = await batches.draft(newUpdate(), buyerId, [{ mobile: otherNumber, problem: null }]);
    await batches.price(id, buyerId, topUp, false);
    expect(await cancel(world)).toBeNull();
    expect(await world.stands(paying)).toMatchObject({ state: 'quoted' });
    expect(await batches.own(id, buyerId)).toMatchObject({ value: { state: 'draft' } });
  });
});
