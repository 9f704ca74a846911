import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLedgerMismatches } from '#shop/base/wallet/ledger.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { openDatabase } from '#storage/database.ts';
import { isHeld } from '#storage/order-states.ts';
import { look } from '#test/support/agents.ts';
import { find, forge, greet } from '#test/support/buyer.ts';
import { databaseKinds, makeDatabase, makeEmptyDatabase } from '#test/support/databases.ts';
import { fillOrders } from '#test/support/many-orders.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld } from '#test/support/world.ts';

const size = 50;
const passphrase = 'a passphrase for tests';
const wallet = 1_000_000;
/** Orders that take a while to read. */
const fillers = 40_000;

test.each(databaseKinds)(
  `every backup taken while ${size} chats buy on %s has a consistent ledger`,
  {
    timeout: 600_000,
  },
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'sharj-crowd-'));
    const database = await makeDatabase(kind);
    const world = await createWorld({ products: 120, database });
    onTestFinished(async () => {
      await world.close();
      await rm(folder, { recursive: true });
    });
    await look(world, (opened) =>
      fillOrders(opened, { count: fillers, at: () => 1, buyer: () => 1, state: () => 'expired' }),
    );
    const crowd = await Promise.all(Array.from({ length: size }, () => greet(world, { wallet })));
    for (const [nth, buyer] of crowd.entries())
      await forge(buyer, { to: 'product', id: 37, mobile: `98912${4_000_000 + nth}` }, { wait: false });
    await world.telegram.quiet();
    // Money is held for a while, so that some archives contain held money.
    await world.fault('purchase', 'slow', null, 100);

    // A third of the crowd confirms in the middle of each of the first archives: after the ledger is read, before the wallets.
    const archives: string[] = [];
    const confirming: Promise<unknown>[] = [];
    const confirmSome = (nth: number) =>
      crowd
        .filter((_, at) => at % 3 === nth)
        .map((buyer) => {
          const { data, message } = find(buyer, { to: 'confirm' });
          return buyer.forge(data, { message, wait: false });
        });
    while (archives.length < 4 || (await world.sales()).length < size) {
      const nth = archives.length;
      let isBegun = false;
      const onRows = (rows: number) => {
        if (isBegun || rows < fillers / 10) return;
        isBegun = true;
        confirming.push(...confirmSome(nth));
      };
      const file = join(folder, `${nth}.sharj`);
      await writeArchive(database.settings, file, { passphrase, release: '0.0.1', now: world.now, onRows });
      archives.push(file);
    }
    await Promise.all(confirming);

    const bought: number[] = [];
    for (const file of archives.slice(0, 5)) {
      const copy = await makeEmptyDatabase(kind);
      await restoreArchive(copy.settings, [file], { passphrase, log: quiet, finish: async () => undefined });
      const { db, close } = await openDatabase(copy.settings, { log: quiet });
      expect(await findLedgerMismatches(db)).toEqual([]);
      const delivered = await db.selectFrom('orders').select('charge').where('state', '=', 'delivered').execute();
      const held = await db.selectFrom('orders').select('charge').where(isHeld).execute();
      const wallets = await db.selectFrom('wallets').select(['balance', 'held']).execute();
      const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
      // Every rial is in a wallet, held for an open order or spent on a delivered one.
      expect(sum(wallets.map((one) => one.held))).toBe(sum(held.map((one) => one.charge)));
      expect(sum(wallets.map((one) => one.balance))).toBe(size * wallet - sum(delivered.map((one) => one.charge)));
      bought.push(delivered.length + held.length);
      await close();
      await copy.remove();
    }
    expect(bought).toEqual(bought.toSorted((one, other) => one - other));
    expect(await world.sales()).toHaveLength(size);
  },
);
