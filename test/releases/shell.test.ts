import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const cwd = new URL('../../', import.meta.url).pathname;
const scripts = ['install.sh', 'sharj', 'node', 'common.sh'].map((name) => `deploy/${name}`);
const isInstalled = spawnSync('shellcheck', ['--version']).status === 0;

test.skipIf(!isInstalled)('ShellCheck finds nothing in the scripts that run on servers', () => {
  const { stdout } = spawnSync('shellcheck', ['--external-sources', ...scripts], { cwd, encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe.skipIf(process.platform !== 'linux')('settings', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sharj-settings-'));
    file = join(folder, 'env');
    writeFileSync(file, "PORT='8080'\nGATEWAY_TOKEN='secret'\n", { mode: 0o600 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs a script with the functions that the scripts share. */
  const sh = (script: string, ...words: readonly string[]) =>
    spawnSync('/bin/sh', ['-c', `set -eu; root=; . deploy/common.sh; ${script}`, 'sh', ...words], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LANG: 'C' },
    });
  const read = () => parseEnv(readFileSync(file, 'utf8'));

  test.each([
    'PORT=8080',
    'PORT=8080 # behind the proxy',
    'PORT=8080#behind the proxy',
    "PORT='8080' # behind the proxy",
    'PORT="80 # 80"',
    "PORT=`80'80`",
    'PORT=8080 \r\nHOST=::1',
    ' PORT = 8080',
    'export PORT=8080',
    'PORT=1\nPORT=2',
    'PORT=',
    '# PORT=1\nSUPPORT=2',
  ])('are read like Node reads them: %j', (text) => {
    writeFileSync(file, `${text}\n`);
    expect(sh('setting PORT "$1"', file).stdout.replace(/\n$/, '')).toBe(read().PORT ?? '');
  });

  test.each(["it's a `long` one", 'a "b" c', "it's #1", 'back`tick', 'ends with \\', "it's \\new"])(
    'are written so that Node reads the same value: %j',
    (value) => {
      expect(sh('set_in "$1" "$2"', file, `BACKUP_PASSPHRASE=${value}`)).toMatchObject({ status: 0, stderr: '' });
      expect(read()).toEqual({ PORT: '8080', GATEWAY_TOKEN: 'secret', BACKUP_PASSPHRASE: value });
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  test('with every kind of quote are refused', () => {
    const refused = sh('set_in "$1" "$2"', file, 'BACKUP_PASSPHRASE=\'a\' `b` "c"');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('BACKUP_PASSPHRASE') });
    expect(read()).toEqual({ PORT: '8080', GATEWAY_TOKEN: 'secret' });
  });

  test('are removed in every notation', () => {
    writeFileSync(file, 'PORT = 8080\nexport PORT=1\n');
    expect(sh('set_in "$1" PORT=', file).status).toBe(0);
    expect(read()).toEqual({});
  });

  test('stay unchanged when there is no room to write them', () => {
    for (const pair of ['PORT=', 'PORT=1'])
      expect(sh('ulimit -f 0; set_in "$1" "$2"', file, pair)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is there room'),
      });
    expect(read()).toEqual({ PORT: '8080', GATEWAY_TOKEN: 'secret' });
    expect(readdirSync(folder)).toEqual(['env']);
  });
});
