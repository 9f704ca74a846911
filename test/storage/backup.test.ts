import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { bundled, compiledOnce } from '#test/support/bundle.ts';

const log = createLog('silent');
const main = new URL('../../src/main.ts', import.meta.url);
let folder: string;
let live: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sharj-backup-'));
  live = await openDatabase({ kind: 'sqlite', file: join(folder, 'live.db') }, { log });
});
afterEach(async () => {
  await live.close();
  await rm(folder, { recursive: true });
});

const walletOf = (database: Database) => createWallet({ database, now: () => 1, isOwner: () => false });

/** `room` limits the size of a file, in blocks of 512 bytes. */
async function backup(copy: string, room = 'unlimited') {
  const bundle = await bundled(main);
  const env = { ...compiledOnce(bundle), DATABASE_URL: `sqlite:${join(folder, 'live.db')}` };
  const words = ['-c', `umask 022; ulimit -f ${room}; exec "$@"`, 'sh', process.execPath, bundle, 'backup', copy];
  return promisify(execFile)('/bin/sh', words, { env, cwd: folder });
}

test('a copy taken while money moves is consistent and usable', async () => {
  const wallet = walletOf(live);
  let copied = false;
  const copying = backup('copy.db').finally(() => {
    copied = true;
  });
  let granted = 0;
  while (!copied && granted < 20_000) {
    await wallet.grant({ key: `g${granted}`, personId: granted % 7, amount: 1_000, actor: 'test', note: null });
    granted += 1;
    // SQLite answers synchronously: without a yield this loop would never see the end of the copy.
    await setImmediate();
  }
  expect((await copying).stdout).toBe('Copied to copy.db.\n');

  await copyFile(join(folder, 'copy.db'), join(folder, 'restored.db'));
  const restored = await openDatabase({ kind: 'sqlite', file: join(folder, 'restored.db') }, { log });
  expect(await walletOf(restored).findLedgerMismatches()).toEqual([]);
  await walletOf(restored).grant({ key: 'after', personId: 99, amount: 5, actor: 'test', note: null });
  expect(await walletOf(restored).read(99)).toMatchObject({ balance: 5 });
  await restored.close();
});

test('a backup refuses to overwrite a file and says so', async () => {
  await backup('copy.db');
  await expect(backup('copy.db')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('never overwrites'),
  });
});

test('only its owner can read a copy', async () => {
  await backup('copy.db');
  expect((await stat(join(folder, 'copy.db'))).mode & 0o777).toBe(0o600);
});

test('a copy that does not fit on the disk is removed', async () => {
  await expect(backup('copy.db', '100')).rejects.toMatchObject({ code: 1 });
  expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual([]);
});

test('a backup without a file name is refused with the usage', async () => {
  await expect(backup('')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('npm run backup') });
});
