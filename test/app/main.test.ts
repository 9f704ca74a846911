import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { bundled, compiledOnce } from '#test/support/bundle.ts';
import { freePort } from '#test/support/free-port.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld, gatewayToken } from '#test/support/world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test.skipIf(process.platform === 'win32')(
  'SIGTERM to npm start ends the bot, whose files only its user can read',
  async () => {
    const world = await createWorld({ products: 120, start: false });
    onTestFinished(() => world.close());
    const folder = await mkdtemp(join(tmpdir(), 'sharj-npm-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(join(root, 'package.json'), join(folder, 'package.json'));
    for (const name of ['src', 'locales', 'node_modules']) await symlink(join(root, name), join(folder, name));
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      // A group of its own, so that an orphan can be ended.
      detached: true,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        BOT_TOKEN: world.telegram.token,
        BOT_API_ROOT: world.telegram.url,
        GATEWAY_URL: world.sandbox.url,
        GATEWAY_TOKEN: gatewayToken,
        PORT: String(port),
        LOG_LEVEL: 'error',
      },
      stdio: 'ignore',
    });
    const ended = once(npm, 'exit');
    onTestFinished(() => {
      try {
        process.kill(-(npm.pid ?? 0), 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    });
    const health = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(health).toBe(200);
    expect((await stat(join(folder, 'data/sharj.db'))).mode & 0o077).toBe(0);
    npm.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await health()).toBe(null);
  },
);

test('what restore makes can be read by its user only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sharj-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const bundle = await bundled(new URL('../../src/main.ts', import.meta.url));
  const main = (database: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [bundle, ...words], {
      cwd: folder,
      env: { ...compiledOnce(bundle), DATABASE_URL: `sqlite:${database}`, BACKUP_PASSPHRASE: 'a long passphrase' },
    });
  await (await openDatabase({ kind: 'sqlite', file: join(folder, 'old.db') }, { log: quiet })).close();
  await main('old.db', 'backup', 'shop.sharj');
  await main('new.db', 'restore', 'shop.sharj');
  expect((await stat(join(folder, 'new.db'))).mode & 0o077).toBe(0);
});
