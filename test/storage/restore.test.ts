import { copyFile, lstat, mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox } from '@sharj/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreCopy } from '#storage/archive/restore.ts';
import { backupSqlite, checkCopy } from '#storage/backup.ts';
import type { Queries } from '#storage/database.ts';
import { setSwitch } from '#storage/switches.ts';
import { hour } from '#test/support/clock.ts';
import { operatorNames } from '#test/support/sandbox-gateway.ts';
import { openWorld, quiet, useDatabase } from '#test/support/shop.ts';

const place = useDatabase('sqlite');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sharj-restore-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function copyOf(name: string): Promise<string> {
  if (place.settings.kind !== 'sqlite') throw new Error('A copy is of a SQLite file.');
  const copy = join(folder, name);
  await backupSqlite(place.settings.file, copy);
  return copy;
}

test.each([-4, 4])(
  'a copy with a file time %i hours after its last row is restored at the later of both times',
  async (hours) => {
    const world = await openWorld(place.database);
    const order = await world.quote();
    const copy = await copyOf('copy.db');
    const fileAt = order.quotedAt + hours * hour;
    await utimes(copy, fileAt / 1_000, fileAt / 1_000);
    const times: number[] = [];
    const finish = async (_: unknown, { at }: { readonly at: number }) => void times.push(at);
    await restoreCopy(join(folder, 'shop.db'), copy, { log: quiet, finish });
    expect(times).toEqual([Math.max(order.quotedAt, fileAt)]);
  },
);

test('a restore fails and removes its files when the log cannot be merged into the database', async () => {
  const copy = await copyOf('copy.db');
  const file = join(folder, 'shop.db');
  let reader: DatabaseSync | undefined;
  // The log stays when the restore closes, as on a full disk; here because of a reader.
  const finish = async (tx: Queries) => {
    await setSwitch(tx, { name: 'restored', value: '5', actor: 'test', at: 5 });
    reader = new DatabaseSync(`${file}.restoring`);
    reader.prepare('select count(*) from switches').get();
  };
  await expect(restoreCopy(file, copy, { log: quiet, finish })).rejects.toThrow('room on the disk');
  reader?.close();
  expect((await readdir(folder)).sort()).toEqual(['copy.db', 'shop.db.lock']);
});

test('a database behind a link stays in the folder it points to, and the old one is put aside there', async () => {
  const copy = await copyOf('copy.db');
  const disk = join(folder, 'disk');
  await mkdir(disk);
  await copyFile(copy, join(disk, 'shop.db'));
  const file = join(folder, 'shop.db');
  await symlink('disk/shop.db', file);
  await restoreCopy(file, copy, { log: quiet, finish: async () => undefined, replaced: 'replaced_1' });
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  for (const path of ['shop.db', 'replaced_1/shop.db']) await checkCopy(join(disk, path));
});

test('the database of a sandbox is refused', async () => {
  const copy = join(folder, 'gateway.db');
  const listening = { database: copy, host: '127.0.0.1', port: 0 };
  await (
    await createSandbox({ ...listening, token: 'x', operator2Path: 'operator2', operatorNames, products: 10 })
  ).close();
  const restoring = restoreCopy(join(folder, 'shop.db'), copy, { log: quiet, finish: async () => undefined });
  await expect(restoring).rejects.toThrow('not the database of a shop');
});
