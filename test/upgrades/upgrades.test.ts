import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { type DatabaseSettings, inspectDatabase, openDatabase } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { choose, forge, says, tap } from '#test/support/buyer.ts';
import { connect, makeDatabase, makeEmptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { long, schemaKinds } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { read } from '#test/support/story.ts';
import { moneyAgainst, sumsAgainst } from '#test/support/sums.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { type Released, releases, restore } from './schema.ts';

/** Most upgrades come from the newest release. */
const told = long ? releases : releases.slice(-1);
const [beforeFirst] = releases;
if (!beforeFirst) throw new Error('No database of a release was kept.');
interface Migrated {
  readonly kysely_migration: { readonly name: string };
}
const log = createLog('silent');
const kinds = told.flatMap((released) => schemaKinds.map((kind) => [released.version, kind, released] as const));

/** The database as that version left it. */
async function left(kind: DatabaseSettings['kind'], released: Released): Promise<TestDatabase> {
  const database = await makeEmptyDatabase(kind);
  // biome-ignore lint/suspicious/noExplicitAny: the compiler knows only the tables of this version.
  const old = connect<any>(database.settings);
  await restore(old, kind, released);
  await old.destroy();
  return database;
}

/** A current bot on the database of a released version, a moment after that version stopped. */
async function upgraded(kind: DatabaseSettings['kind'], released: Released): Promise<World & { at: DatabaseSettings }> {
  const database = await left(kind, released);
  const world = await createWorld({ products: 120, start: false, config: { database: database.settings } });
  onTestFinished(async () => {
    await world.close();
    await database.remove();
  });
  // The released version sold through a gateway at another address; the test makes them the same.
  const gateway = new URL(world.sandbox.url).host;
  const db = connect<Tables>(database.settings);
  await db.updateTable('switches').set({ value: gateway }).where('name', '=', 'gateway').execute();
  await db.destroy();
  world.pass(released.at - Date.now());
  return { ...world, at: database.settings };
}

describe.each(kinds)('a database of version %s on %s', (_version, kind, released) => {
  const orders = released.rows.orders ?? [];
  const person = (world: World, id: number) => world.telegram.person({ id, first_name: `Buyer ${id}` });

  test('starts, keeps every rial and finishes open orders with their own keys', async () => {
    const world = await upgraded(kind, released);
    const unsure = orders.filter(({ state }) => state === 'unsure');
    expect(unsure).toHaveLength(1);
    const waiting = person(world, Number(unsure[0]?.buyer_id));
    // Telegram knows the chat already; the local one has to hear of it first.
    const greeted = waiting.type('/start');
    await world.startBot();
    await greeted;
    await waiting.sees(says('en', 'state-delivered'));
    expect(await world.sales()).toMatchObject(unsure.map(({ idempotency_key: key, mobile }) => ({ key, mobile })));

    const database = await openDatabase(world.at, { log });
    onTestFinished(() => database.close());
    const wallet = createWallet({ database, now: world.now, isOwner: () => false });
    expect(await wallet.findLedgerMismatches()).toEqual([]);
    const kept = await database.db.selectFrom('orders').selectAll().execute();
    expect(sumsAgainst(kept, await database.db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
    expect(moneyAgainst(kept)).toEqual([]);
    for (const { charge, total, cost, profit } of kept) expect([charge, cost, profit]).toEqual([total, null, null]);
    expect(new Set(kept.map(({ webservice_code }) => webservice_code))).toEqual(
      new Set(orders.map(({ webservice_code }) => webservice_code)),
    );
    expect(world.errors()).toEqual([]);
  });

  test('keeps the price of an open quote when prices change, and charges new purchases the new price', async () => {
    const world = await upgraded(kind, released);
    const quoted = orders.find(({ state, batch_id }) => state === 'quoted' && batch_id === null);
    const buyer = person(world, Number(quoted?.buyer_id));
    await world.startBot();
    await buyer.type('/start');
    const database = await openDatabase(world.at, { log });
    onTestFinished(() => database.close());
    await addRule(database, { target: 'customer', basis_points: 1_000 });
    const before = await database.db.selectFrom('daily_sales').selectAll().where('seller_id', '=', 0).execute();
    expect(before.length).toBeGreaterThan(0);
    expect(before.every(({ discount, known, cost, profit }) => discount + known + cost + profit === 0)).toBe(true);
    await forge(buyer, { to: 'confirm', order: String(quoted?.id) });
    await buyer.sees(says('fa', 'state-delivered'));
    const own = database.db.selectFrom('orders').selectAll().where('buyer_id', '=', Number(quoted?.buyer_id));
    const kept = await own.where('id', '=', String(quoted?.id)).executeTakeFirstOrThrow();
    expect(kept.state).toBe('delivered');
    expect(kept.charge).toBe(kept.total);
    await choose(buyer, '989121000009');
    const next = await own.where('state', '=', 'quoted').where('mobile', '=', '989121000009').executeTakeFirstOrThrow();
    expect(next.charge).toBe(next.total - Math.round(next.total / 10));
    await tap(buyer, { to: 'confirm' });
    await expect.poll(async () => (await own.where('id', '=', next.id).executeTakeFirst())?.state).toBe('delivered');
    const all = await database.db.selectFrom('orders').selectAll().execute();
    expect(sumsAgainst(all, await database.db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
    const wallet = createWallet({ database, now: world.now, isOwner: () => false });
    expect(await wallet.findLedgerMismatches()).toEqual([]);
  });

  test('still answers its old buttons', async () => {
    const world = await upgraded(kind, released);
    await world.startBot();
    const { buyer_id, id, webservice_code } = orders.find(({ state }) => state === 'delivered') ?? {};
    const buyer = person(world, Number(buyer_id));
    await buyer.type('/start');
    await forge(buyer, { to: 'order', order: String(id), page: null });
    expect(read(buyer)).toContain(String(webservice_code));
    await forge(buyer, { to: 'orders', page: 1 });
    expect(read(buyer)).toContain(says('fa', 'orders-title'));
  });

  test('continues a question of the same version and ends one of another version with a helpful line', async () => {
    const world = await upgraded(kind, released);
    const database = await openDatabase(world.at, { log });
    onTestFinished(() => database.close());
    const typing = database.db.updateTable('key_values');
    const stored = await database.db.selectFrom('key_values').selectAll().where('key', 'like', 'typing:%').execute();
    const older = stored.find(({ key }) => key.endsWith('7000003'));
    const value = older?.value.replace('"version":[0,1]', '"version":[0,"0.0"]') ?? '';
    expect(value).not.toBe(older?.value);
    await typing
      .set({ value })
      .where('key', '=', older?.key ?? '')
      .execute();
    await world.startBot();

    const same = person(world, 7_000_004);
    await same.type('mother');
    expect(read(same)).toContain('mother');
    expect(read(same)).not.toContain(says('en', 'question-outdated'));

    const other = person(world, 7_000_003);
    await other.type('50000');
    expect(read(other)).toContain(says('fa', 'question-outdated'));
    // The line comes only once: the bot handles the next message normally.
    await other.type('50000');
    expect(read(other)).not.toContain(says('fa', 'question-outdated'));
    expect(await world.sales()).not.toContainEqual(expect.objectContaining({ mobile: '989121000007' }));
  });
});

describe.each(schemaKinds)('the %s database that the last version before 1.0 left', (kind) => {
  const namesIn = async (settings: DatabaseSettings) => {
    const db = connect<Migrated>(settings);
    const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
    await db.destroy();
    return rows.map(({ name }) => name);
  };

  test('opens, even from several processes at once, and takes today’s migration names', async () => {
    const { settings, remove } = await left(kind, beforeFirst);
    onTestFinished(remove);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(settings, { log })));
    const orders = await opened[0]?.db.selectFrom('orders').select('id').execute();
    for (const database of opened) await database.close();
    expect(orders).toHaveLength(beforeFirst.rows.orders?.length ?? 0);
    const fresh = await makeDatabase(kind);
    onTestFinished(fresh.remove);
    expect(await namesIn(settings)).toEqual(await namesIn(fresh.settings));
  });

  test('without its last migration is refused with a reason and stays unchanged', async () => {
    const { settings, remove } = await left(kind, beforeFirst);
    onTestFinished(remove);
    const db = connect<Migrated>(settings);
    await db.deleteFrom('kysely_migration').where('name', '=', '027-retired-quotes').execute();
    await db.destroy();
    const names = await namesIn(settings);
    const sentence =
      /^The database belongs to a release before 1\.0\. This version opens only databases of 1\.0 or later\.$/;
    await expect(openDatabase(settings, { log })).rejects.toThrow(sentence);
    await expect(inspectDatabase(settings, { log }, async () => 'read')).rejects.toThrow(sentence);
    expect(await namesIn(settings)).toEqual(names);
  });
});
