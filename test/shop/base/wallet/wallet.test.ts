import { describe, expect, test } from 'vitest';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { createClock } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  countRows,
  newNumber,
  openWorld,
  ownerId,
  rangedTopUpId,
  strangerId,
  useDatabase,
} from '#test/support/shop.ts';

describe.each(sampledDatabases())('a wallet on %s', (kind) => {
  const place = useDatabase(kind);
  const open = () => {
    const wallet = createWallet({
      database: place.database,
      now: createClock().now,
      isOwner: (id) => id === ownerId,
    });
    const gift = (key: string, amount: number, personId = buyerId) => ({
      key,
      personId,
      amount,
      actor: 'person:1',
      note: null,
    });
    const order = (id: string, charge: number, person = buyerId) => ({ id, buyerId: person, charge });
    /** As a confirmation does: checks the shortfall with the wallet locked, and holds nothing if there is one. */
    const hold = (id: string, total: number, person = buyerId) =>
      place.database.transaction(async (tx) => {
        const missing = await wallet.shortfall(tx, person, total);
        if (missing === 0) await wallet.hold(tx, order(id, total, person), 'test');
        return { missing };
      });
    const capture = (id: string, total: number) =>
      place.database.transaction((tx) => wallet.capture(tx, order(id, total), 'test'));
    const release = (id: string, total: number) =>
      place.database.transaction((tx) => wallet.release(tx, order(id, total), 'test'));
    return { wallet, gift, hold, capture, release };
  };

  test('a missing wallet is empty, and reading it writes nothing', async () => {
    const { wallet } = open();
    expect(await wallet.read(buyerId)).toEqual({ balance: 0, held: 0, creditLimit: 0, available: 0 });
    expect(await countRows(place.database)).toMatchObject({ wallets: 0 });
  });

  test('grants, takes and payments move the balance; holds, captures and releases the held amount', async () => {
    const { wallet, gift, hold, capture, release } = open();
    expect(await wallet.grant(gift('one', 100_000))).toBe(true);
    expect(await wallet.pay(gift('two', 50_000))).toBe(true);
    expect(await wallet.take(gift('three', 30_000))).toBe(true);
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 120_000, held: 0, available: 120_000 });
    expect(await hold('a', 40_000)).toEqual({ missing: 0 });
    expect(await hold('b', 80_000)).toEqual({ missing: 0 });
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 120_000, held: 120_000, available: 0 });
    await capture('a', 40_000);
    await release('b', 80_000);
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 80_000, held: 0, available: 80_000 });
    const statement = await wallet.statement(buyerId, 0, 10);
    expect(
      statement.map(({ kind: what, balance_delta, held_delta, balance_after }) => [
        what,
        balance_delta,
        held_delta,
        balance_after,
      ]),
    ).toEqual([
      ['release', 0, -80_000, 80_000],
      ['capture', -40_000, -40_000, 80_000],
      ['hold', 0, 80_000, 120_000],
      ['hold', 0, 40_000, 120_000],
      ['take', -30_000, 0, 120_000],
      ['payment', 50_000, 0, 150_000],
      ['grant', 100_000, 0, 100_000],
    ]);
    expect(await wallet.findLedgerMismatches()).toEqual([]);
  });

  test('the same key moves money once, also twenty times at once', async () => {
    const { wallet, gift } = open();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => wallet.pay(gift('charge-1', 70_000))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await wallet.pay(gift('charge-1', 99_000))).toBe(false);
    expect(await wallet.grant(gift('charge-1', 1_000))).toBe(true);
    expect((await wallet.read(buyerId)).balance).toBe(71_000);
    expect(await countRows(place.database)).toMatchObject({ ledger: 2 });
  });

  test('the same key for two people moves the money of one', async () => {
    const { wallet, gift } = open();
    const people = [buyerId, strangerId];
    const outcomes = await Promise.all(people.map((person) => wallet.pay(gift('charge-1', 70_000, person))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const balances = await Promise.all(people.map(async (person) => (await wallet.read(person)).balance));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(70_000);
  });

  test('a second hold, capture or release of an order is refused, and moves nothing', async () => {
    const { wallet, gift, hold, capture, release } = open();
    await wallet.grant(gift('one', 100_000));
    await hold('a', 10_000);
    await expect(hold('a', 10_000)).rejects.toThrow('already has its hold');
    await capture('a', 10_000);
    await expect(capture('a', 10_000)).rejects.toThrow();
    // Nothing is held any more: the database itself refuses a release.
    await expect(release('a', 10_000)).rejects.toThrow();
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 90_000, held: 0 });
    expect(await wallet.findLedgerMismatches()).toEqual([]);
  });

  test('an agent may owe up to the credit limit, no rial more', async () => {
    const { wallet, hold, capture } = open();
    await wallet.setCreditLimit(buyerId, 50_000);
    expect(await hold('a', 30_000)).toEqual({ missing: 0 });
    await capture('a', 30_000);
    expect(await wallet.read(buyerId)).toEqual({ balance: -30_000, held: 0, creditLimit: 50_000, available: 20_000 });
    expect(await hold('b', 20_001)).toEqual({ missing: 1 });
    expect(await hold('b', 20_000)).toEqual({ missing: 0 });
    await wallet.setCreditLimit(buyerId, 0);
    expect(await wallet.read(buyerId)).toMatchObject({ creditLimit: 0, available: -50_000 });
    expect(await hold('c', 1)).toEqual({ missing: 50_001 });
  });

  test('the owner has no limit', async () => {
    const { wallet, hold } = open();
    expect(await hold('a', 9_000_000_000, ownerId)).toEqual({ missing: 0 });
    expect(await wallet.read(ownerId)).toEqual({ balance: 0, held: 9_000_000_000, creditLimit: 0, available: null });
  });

  test('forty holds at once never exceed the balance', async () => {
    const { wallet, gift, hold } = open();
    await wallet.grant(gift('one', 70_000));
    await wallet.setCreditLimit(buyerId, 30_000);
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, at) => hold(`order ${at}`, 9_000)));
    expect(outcomes.filter(({ missing }) => missing === 0)).toHaveLength(11);
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 70_000, held: 99_000, available: 1_000 });
    expect(await wallet.findLedgerMismatches()).toEqual([]);
  });

  test('accepts only whole, non-negative rials', async () => {
    const { wallet, gift } = open();
    const before = await countRows(place.database);
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await expect(wallet.grant(gift('bad', bad))).rejects.toThrow(RangeError);
      await expect(wallet.take(gift('bad', bad))).rejects.toThrow(RangeError);
      await expect(wallet.pay(gift('bad', bad))).rejects.toThrow(RangeError);
      await expect(wallet.setCreditLimit(buyerId, bad)).rejects.toThrow(RangeError);
    }
    expect(await countRows(place.database)).toEqual(before);
  });

  test('its statement pages back to the first entry', async () => {
    const { wallet, gift } = open();
    for (let at = 1; at <= 7; at += 1) await wallet.grant(gift(`grant ${at}`, at));
    await wallet.grant(gift('of another', 1, strangerId));
    const pages = await Promise.all([0, 1, 2, 3].map((page) => wallet.statement(buyerId, page, 3)));
    expect(pages.map((page) => page.map(({ balance_delta }) => balance_delta))).toEqual([
      [7, 6, 5],
      [4, 3, 2],
      [1],
      [],
    ]);
  });

  test('a planted mismatch is found, in either direction', async () => {
    const { wallet, gift } = open();
    const { db } = place.database;
    for (const person of [11, 12, 13, 14, 15]) await wallet.grant(gift(`to ${person}`, 1_000, person));
    expect(await wallet.findLedgerMismatches()).toEqual([]);
    await db.updateTable('wallets').set({ balance: 1_001 }).where('person_id', '=', 11).execute();
    await db.updateTable('wallets').set({ held: 5 }).where('person_id', '=', 12).execute();
    await db.updateTable('ledger').set({ balance_delta: 900 }).where('person_id', '=', 13).execute();
    await db.deleteFrom('wallets').where('person_id', '=', 14).execute();
    expect(await wallet.findLedgerMismatches()).toEqual([
      { personId: 11, what: 'balance', kept: 1_001, summed: 1_000 },
      { personId: 12, what: 'held', kept: 5, summed: 0 },
      { personId: 13, what: 'balance', kept: 1_000, summed: 900 },
      { personId: 14, what: 'balance', kept: 0, summed: 1_000 },
    ]);
  });

  test('movements are the changes of the balance, newest first and by pages, with what they paid for', async () => {
    const { shop, buy, purchaseWorker } = await openWorld(place.database);
    const { wallet } = shop;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'fa' });
    const order = await buy({ item: { kind: 'product', productId: rangedTopUpId, amount: 50_000 } });
    const { code, mobile, title } = order;
    expect(await shop.orders.sideOf(order)).toMatchObject({ balanceAfter: null });
    await purchaseWorker.runOnce();
    expect(await shop.orders.sideOf(order)).toMatchObject({ balanceAfter: 0 });
    await wallet.grant({ key: 'other', personId: strangerId, amount: 1, actor: 'person:1', note: null });
    expect(await wallet.movements(buyerId, 0, 1)).toMatchObject({
      more: true,
      rows: [{ kind: 'capture', paid: { code, mobile, title, item: { kind: 'product', amount: 50_000 } } }],
    });
    expect(await wallet.movements(buyerId, 1, 1)).toMatchObject({ more: false, rows: [{ kind: 'grant', paid: null }] });
    expect(await wallet.movements(buyerId, 0, 2)).toMatchObject({ more: false, rows: [{}, {}] });
  });

  test('whole journeys leave no mismatch, and the held money is that of the open orders', async () => {
    const { shop, buy, quote, purchaseWorker, sandbox, clock, database } = await openWorld(place.database);
    await sandbox.fault('purchase', 'cut-after', 2);
    await Promise.all([
      buy(),
      buy({ mobile: newNumber() }),
      buy({ mobile: newNumber() }),
      quote({ mobile: newNumber() }),
    ]);
    await purchaseWorker.runOnce();
    expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
    const held = async () => {
      const open = await database.db
        .selectFrom('orders')
        .select('total')
        .where('state', 'in', ['confirmed', 'unsure', 'review'])
        .execute();
      return open.reduce((sum, { total }) => sum + total, 0);
    };
    expect(await held()).toBe(22_000);
    expect((await shop.wallet.read(buyerId)).held).toBe(22_000);
    clock.pass(60_000);
    await purchaseWorker.runOnce();
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
  });
});
