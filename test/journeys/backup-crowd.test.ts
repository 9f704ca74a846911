import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLedgerMismatches } from '#shop/wallet/ledger.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { openDatabase } from '#storage/database.ts';
import { isHeld } from '#storage/order-states.ts';
import { find, forge, greet } from '#test/support/buyer.ts';
import { databaseKinds, makeDatabase, makeEmptyDatabase } from '#test/support/databases.ts';
import { long } from '#test/support/length.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld } from '#test/support/world.ts';

const size = long ? 50 : 8;
const passphrase = 'a passphrase for tests';
const wallet = 1_000_000;

test.each(databaseKinds)(
  `backups while ${size} chats buy, on %s: each has a consistent ledger`,
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
    const crowd = await Promise.all(Array.from({ length: size }, () => greet(world, { wallet })));
    for (const [nth, buyer] of crowd.entries())
      await forge(buyer, { to: 'product', id: 37, mobile: `98912${4_000_000 + nth}` }, { wait: false });
    await world.telegram.quiet();
    // Money is held for a while, so that some archives are of that moment.
    await world.fault('purchase', 'slow', null, 400);

    const archives: string[] = [];
    const confirmed = crowd.map(async (buyer, nth) => {
      const { data, message } = find(buyer, { to: 'confirm' });
      // One after the other, while archives are made.
      await expect.poll(() => archives.length, { interval: 5 }).toBeGreaterThanOrEqual(Math.floor((nth * 3) / size));
      await buyer.forge(data, { message, wait: false });
    });
    while ((await world.sales()).length < size || archives.length < 4) {
      const file = join(folder, `${archives.length}.sharj`);
      await writeArchive(database.settings, file, { passphrase, release: '0.0.1', now: world.now });
      archives.push(file);
    }
    await Promise.all(confirmed);

    const bought: number[] = [];
    for (const file of archives.slice(0, 6)) {
      const copy = await makeEmptyDatabase(kind);
      await restoreArchive(copy.settings, [file], { passphrase, log: quiet, finish: async () => undefined });
      const { db, close } = await openDatabase(copy.settings, { log: quiet });
      expect(await findLedgerMismatches(db)).toEqual([]);
      const delivered = await db.selectFrom('orders').select('charge').where('state', '=', 'delivered').execute();
      const held = await db.selectFrom('orders').select('charge').where(isHeld).execute();
      const wallets = await db.selectFrom('wallets').select(['balance', 'held']).execute();
      const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
      // Every rial is in a wallet, held for an order that is under way, or spent on one that was delivered.
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
