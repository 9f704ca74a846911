import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { keysOn } from '#test/support/buyer.ts';
import { databaseKinds, makeDatabase, makeEmptyDatabase } from '#test/support/databases.ts';
import { makeOwnShops } from '#test/support/own-shops.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld, ownerId } from '#test/support/world.ts';

test.each(databaseKinds)(
  'on %s a bot refuses the tables of an agent’s shop and takes them from an archive',
  async (kind) => {
    const database = await makeDatabase(kind);
    const world = await createWorld({ products: 120, database, start: false, config: { agentBots: 1 } });
    const folder = await mkdtemp(join(tmpdir(), 'sharj-whose-'));
    const moved = await makeEmptyDatabase(kind);
    onTestFinished(async () => {
      await world.close();
      await moved.remove();
      await rm(folder, { recursive: true });
    });
    const [shop] = await makeOwnShops(world.telegram, database.settings, 1);
    if (!shop) throw new Error('No shop was made.');
    await world.startBot();
    const sara = world.telegram.person({ first_name: 'Sara', language_code: 'en' }).with(shop.bot);
    await sara.type('/start', { wait: false });
    await sara.sees((shown) => keysOn(shown).length > 0);
    await world.stopBot();
    const sentence = `The database belongs to the agent's shop ${shop.slug}, not to the main shop`;
    await expect(world.startBot({ database: shop.database })).rejects.toThrow(sentence);
    const archive = join(folder, 'shop.sharj');
    const passphrase = 'a passphrase of the agent';
    await writeArchive(shop.database, archive, { passphrase, cost: 4, release: '1.0.0', now: Date.now });
    await restoreArchive(moved.settings, [archive], {
      ...{ passphrase, log: quiet },
      finish: (tx, summary) => finishRestore(tx, summary, { ownerIds: [ownerId], now: Date.now() }),
    });
    await world.startBot({ database: moved.settings });
    expect(await fetch(`${world.url()}/healthz`)).toMatchObject({ status: 200 });
  },
);
