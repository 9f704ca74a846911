import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the bot starts in a folder whose name has a space and Persian letters', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'فروشگاه من '));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['src', 'locales', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const nowhere = 'http://127.0.0.1:9';
  const gateway = { GATEWAY_URL: nowhere, GATEWAY_TOKEN: 'token' };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: folder,
    env: { ...gateway, BOT_TOKEN: '1:abc', BOT_API_ROOT: nowhere, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let problems = '';
  child.stderr?.on('data', (piece) => {
    problems += piece;
  });
  const begun = await Promise.race([once(child, 'message'), exited]);
  expect([begun[0], problems]).toEqual(['ready', '']);
});
