import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#test/support/free-port.ts';
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
      // The group of its own lets the test end an orphan.
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
        // All of them have ended already.
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
