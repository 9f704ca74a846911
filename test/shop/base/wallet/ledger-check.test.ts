import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { openWorld, quiet, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const spoil = ({ database }: Pick<ShopWorld, 'database'>, personId: number, balance: number) =>
  database.db.updateTable('wallets').set({ balance }).where('person_id', '=', personId).execute();

const give = async ({ shop }: ShopWorld, people: number): Promise<void> => {
  for (let personId = 1; personId <= people; personId += 1)
    await shop.wallet.grant({ key: `to ${personId}`, personId, amount: 1_000, actor: 'owner', note: null });
};

describe.each(databaseKinds)('the ledger check on %s', (kind) => {
  const place = useDatabase(kind);

  /** In one statement: as many as an agent has after a year. */
  const sellALot = async ({ database }: ShopWorld, personId: number, rows: number): Promise<void> => {
    const { id, ...row } = await database.db
      .selectFrom('ledger')
      .selectAll()
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: rows }, (_, at) => ({ ...row, key: `${row.key}, ${at}` }));
    await database.db.insertInto('ledger').values(more).execute();
    await spoil({ database }, personId, row.balance_delta * (rows + 1));
  };

  test('finds the mismatches among many, with or without a wallet', async () => {
    const world = await openWorld(place.database);
    await give(world, 30);
    for (const personId of [3, 4, 6, 29]) await sellALot(world, personId, 600);
    expect(await world.shop.ledgerCheck.run()).toEqual([]);
    for (const personId of [1, 4, 5, 28]) await spoil(world, personId, 1_001);
    await place.database.db.deleteFrom('wallets').where('person_id', 'in', [2, 6, 30]).execute();
    const found = await world.shop.ledgerCheck.run();
    expect(found.map(({ personId }) => personId)).toEqual([1, 2, 4, 5, 6, 28, 30]);
    expect(found[0]).toEqual({ personId: 1, what: 'balance', kept: 1_001, summed: 1_000 });
    expect(found[2]).toEqual({ personId: 4, what: 'balance', kept: 1_001, summed: 601_000 });
  });

  test('runs once a day over all processes, and alerts the owners of a mismatch', async () => {
    const world = await openWorld(place.database);
    const otherDatabase = await openDatabase(place.settings, { log: quiet });
    onTestFinished(() => otherDatabase.close());
    const worlds = [world, await world.another(otherDatabase)];
    const told = async () => {
      await Promise.all(worlds.map(({ expiryWorker }) => expiryWorker.runOnce()));
      await Promise.all(worlds.map(({ alertWorker }) => alertWorker.runOnce()));
      return worlds.flatMap(({ alerts }) => alerts);
    };
    await give(world, 3);
    expect(await told()).toEqual([]);
    await spoil(world, 2, 900);
    world.clock.pass(23 * hour);
    expect(await told()).toEqual([]);
    world.clock.pass(hour);
    const mismatch = { personId: 2, what: 'balance', kept: 900, summed: 1_000 };
    const alert = { kind: 'ledger-mismatch', count: 1, mismatches: [mismatch] };
    expect(await told()).toEqual([alert]);
    expect(await world.shop.salesPause.paused()).toBeNull();
    world.clock.pass(minute);
    // Requested on the same day: the same mismatch is not alerted again.
    await world.shop.ledgerCheck.run();
    expect(await told()).toEqual([alert]);
    world.clock.pass(24 * hour);
    expect(await told()).toEqual([alert, alert]);
  });
});
