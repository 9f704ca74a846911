import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const scripts = ['install.sh', 'sharj', 'node', 'common.sh'].map((name) => `deploy/${name}`);
const isInstalled = spawnSync('shellcheck', ['--version']).status === 0;

test.skipIf(!isInstalled)('ShellCheck has nothing to say about what runs on servers', () => {
  const cwd = new URL('../../', import.meta.url).pathname;
  const { stdout } = spawnSync('shellcheck', ['--external-sources', ...scripts], { cwd, encoding: 'utf8' });
  expect(stdout).toBe('');
});
