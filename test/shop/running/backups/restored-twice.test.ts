import { describe, expect, test } from 'vitest';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { day, hour } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

/** The second archive was written after the first restore, before an owner resumed selling: the pause is in it. */
describe.each(sampledDatabases())('a shop that is restored from an archive of a restored shop, on %s', (kind) => {
  const place = useDatabase(kind);

  test('is compared with the archive that it was restored from', async () => {
    const world = await openWorld(place.database);
    const { clock, shop } = world;
    const restore = (at: number) =>
      place.database.transaction((tx) => finishRestore(tx, { at }, { ownerIds: [ownerId], now: clock.now() }));
    await world.buy();
    await settleAll(world);
    const first = clock.now();
    clock.pass(day);
    await restore(first);
    expect(await shop.restoredShop(1_000)).toMatchObject({ archiveAt: first });
    // The nightly archive; then the disk fails again.
    clock.pass(12 * hour);
    const second = clock.now();
    clock.pass(hour);
    await restore(second);
    expect(await shop.restoredShop(1_000)).toMatchObject({ archiveAt: second });
  });
});
