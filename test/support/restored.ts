import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Gateway } from '#gateway/gateway.ts';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { type Database, type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { hour } from '#test/support/clock.ts';
import { type DatabaseKind, makeEmptyDatabase } from '#test/support/databases.ts';
import { quiet } from '#test/support/shop.ts';

const passphrase = 'a passphrase for tests';

/** An archive of now, and later the database that is restored from it. */
export async function backUp(settings: DatabaseSettings, now: () => number) {
  const folder = await mkdtemp(join(tmpdir(), 'sharj-restored-'));
  const file = join(folder, 'shop.sharj');
  await writeArchive(settings, file, { passphrase, cost: 4, release: '0.0.1', now });
  onTestFinished(() => rm(folder, { recursive: true }));
  return async (kind: DatabaseKind, ownerIds: readonly number[]): Promise<Database> => {
    const place = await makeEmptyDatabase(kind);
    await restoreArchive(place.settings, [file], {
      ...{ passphrase, log: quiet },
      finish: (tx, summary) => finishRestore(tx, summary, { ownerIds, now: now() }),
    });
    const database = await openDatabase(place.settings, { log: quiet });
    onTestFinished(async () => {
      await database.close();
      await place.remove();
    });
    return database;
  };
}

/** A gateway that remembers keys for so long, as `GATEWAY_KEY_HOURS` says of it. */
export function forgetful(real: Gateway, now: () => number, hours: number): Gateway {
  const since = new Map<string, number>();
  return {
    ...real,
    buyPackage: (request, more) => {
      const first = since.get(request.key);
      const isForgotten = first !== undefined && now() - first > hours * hour;
      if (first === undefined || isForgotten) since.set(request.key, now());
      const life = since.get(request.key) ?? 0;
      return real.buyPackage({ ...request, key: `${request.key}-${life}` }, more);
    },
  };
}
