import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreCopy } from '#storage/archive/restore.ts';
import { backupSqlite } from '#storage/backup.ts';
import { hour } from '#test/support/clock.ts';
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

test.each([-4, 4])('a copy is of no earlier time than what is in it; its file is of %i hours later', async (hours) => {
  const world = await openWorld(place.database);
  const order = await world.quote();
  const copy = await copyOf('copy.db');
  const fileAt = order.quotedAt + hours * hour;
  await utimes(copy, fileAt / 1_000, fileAt / 1_000);
  const times: number[] = [];
  const finish = async (_: unknown, { at }: { readonly at: number }) => void times.push(at);
  await restoreCopy(join(folder, 'shop.db'), copy, { log: quiet, finish });
  expect(times).toEqual([Math.max(order.quotedAt, fileAt)]);
});
