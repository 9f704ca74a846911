import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { backupSqlite } from '#storage/backup.ts';
import { openDatabase } from '#storage/database.ts';
import { takeOwnership } from '#storage/owner-lock.ts';
import { quiet } from '#test/support/shop.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sharj-owner-'));
  file = join(directory, 'sharj.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const taken = () =>
  `Another Sharj process uses ${file}. Stop it first; several processes need PostgreSQL (DATABASE_URL=postgres://…).`;

/** Takes the lock in its own process and holds it until it is killed. */
const program = `
  import { takeOwnership } from ${JSON.stringify(new URL('../../src/storage/owner-lock.ts', import.meta.url).href)};
  takeOwnership(process.env.DATABASE_FILE);
  setTimeout(() => {
    gc();
    process.stdin.resume();
    console.log('taken');
  });
`;

async function otherProcess() {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    env: { ...process.env, DATABASE_FILE: file },
  });
  const closed = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const complaint = text(child.stderr);
  const started = await Promise.race([once(child.stdout, 'data').then(() => true), closed.then(() => false)]);
  return { started, kill, complaint };
}

test('a second process on the same database stops and says what to do', async () => {
  const owner = takeOwnership(file);
  const second = await otherProcess();
  expect(second.started).toBe(false);
  expect(await second.complaint).toContain(taken());
  owner.release();
  expect(await otherProcess()).toMatchObject({ started: true });
});

test('a killed process leaves nothing to clean up', async () => {
  const other = await otherProcess();
  expect(other.started).toBe(true);
  expect(() => takeOwnership(file)).toThrow(taken());
  await other.kill();
  takeOwnership(file).release();
});

test('two bots in one process cannot share a database', () => {
  const first = takeOwnership(file);
  expect(() => takeOwnership(file)).toThrow(taken());
  first.release();
  first.release();
  const second = takeOwnership(file);
  first.release();
  expect(() => takeOwnership(file)).toThrow(taken());
  second.release();
});

test('a backup and other readers work while the lock is held', async () => {
  const owner = takeOwnership(file);
  const settings = { kind: 'sqlite', file } as const;
  const [first, second] = [await openDatabase(settings, { log: quiet }), await openDatabase(settings, { log: quiet })];
  for (const [key, { db }] of Object.entries({ first, second }))
    await db.insertInto('key_values').values({ key, value: '1', expires_at: null }).execute();
  expect(await second.db.selectFrom('key_values').select('key').orderBy('key').execute()).toEqual([
    { key: 'first' },
    { key: 'second' },
  ]);
  await backupSqlite(file, join(directory, 'copy.db'));
  expect(readdirSync(directory)).toContain('copy.db');
  await Promise.all([first.close(), second.close()]);
  owner.release();
});

test('a link to a locked database is locked too', async () => {
  writeFileSync(file, '');
  const owner = takeOwnership(file);
  const link = join(directory, 'link.db');
  symlinkSync(file, link);
  expect(() => takeOwnership(link)).toThrow(`uses ${link}.`);
  owner.release();
  takeOwnership(link).release();
});

test('the lock creates a missing directory; a database in memory needs no lock', () => {
  const deep = join(directory, 'new', 'deep', 'sharj.db');
  const owner = takeOwnership(deep);
  expect(readdirSync(dirname(deep))).toEqual(['sharj.db.lock']);
  owner.release();
  const before = readdirSync('.');
  const owners = [takeOwnership(':memory:'), takeOwnership(':memory:')];
  expect(readdirSync('.')).toEqual(before);
  for (const one of owners) one.release();
});

test('a damaged lock file is reported as such', () => {
  writeFileSync(`${file}.lock`, 'x'.repeat(4_096));
  expect(() => takeOwnership(file)).toThrow('not a database');
});

test('a database behind a link keeps its log beside the real file', async () => {
  const elsewhere = join(directory, 'elsewhere.db');
  await (await openDatabase({ kind: 'sqlite', file: elsewhere }, { log: quiet })).close();
  symlinkSync(elsewhere, file);
  const database = await openDatabase({ kind: 'sqlite', file }, { log: quiet });
  await database.transaction((tx) =>
    tx.insertInto('key_values').values({ key: 'a', value: '', expires_at: null }).execute(),
  );
  expect(readdirSync(directory).filter((name) => name.endsWith('-wal'))).toEqual(['elsewhere.db-wal']);
  await database.close();
});
