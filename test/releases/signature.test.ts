import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSum } from '#deploy/release/release.ts';
import { makeKey, readSigningKey, signRelease } from '#deploy/release/sign.ts';
import { readKeys, verifyRelease } from '#deploy/verify-release.ts';

const repository = new URL('../../', import.meta.url).pathname;
let folder: string;
let file: string;
let list: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sharj-signature-'));
  file = join(folder, 'sharj-1.0.0-linux-x64.tar.gz');
  list = join(folder, 'release-keys.txt');
  writeFileSync(file, 'a release');
  await writeSum(file);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a pair like the maintainer does and adds its public key to the list. */
function addKey(name: string) {
  const made = makeKey(join(folder, `${name}.pem`));
  appendFileSync(list, `# A comment.\n${made.line} ${name}\n`);
  return { ...made, key: readSigningKey(readFileSync(join(folder, `${name}.pem`), 'utf8'), readKeys(list)) };
}

test('a file that a trusted key signed may be installed', async () => {
  const { key, fingerprint } = addKey('2026');
  signRelease(file, key);
  expect(await verifyRelease(file, readKeys(list))).toEqual({ fingerprint });
  expect(statSync(join(folder, '2026.pem')).mode & 0o777).toBe(0o600);
});

test('every key of the list may sign, not only the first', async () => {
  addKey('2026');
  const { key, fingerprint } = addKey('2027');
  signRelease(file, key);
  expect(await verifyRelease(file, readKeys(list))).toEqual({ fingerprint });
});

test.each([
  ['tampered with', () => appendFileSync(file, '!'), 'damaged'],
  [
    'tampered with, and its sum too',
    async () => {
      appendFileSync(file, '!');
      await writeSum(file);
    },
    'wrong-signature',
  ],
  ['signed by a stranger', () => signRelease(file, generateKeyPairSync('ed25519').privateKey), 'wrong-signature'],
  ['signed with bytes that are not a signature', () => writeFileSync(`${file}.sig`, 'signed'), 'wrong-signature'],
  [
    'signed by a key that is no longer in the list',
    () => writeFileSync(list, makeKey(join(folder, 'new.pem')).line),
    'wrong-signature',
  ],
  ['without a signature', () => rmSync(`${file}.sig`), 'unsigned'],
  ['without a sum', () => rmSync(`${file}.sha256`), 'no-sum'],
  ['checked against an empty list', () => writeFileSync(list, '# None yet.\n'), 'no-keys'],
])('a file that is %s is refused', async (_, change, problem) => {
  signRelease(file, addKey('2026').key);
  await change();
  expect(await verifyRelease(file, readKeys(list))).toEqual({ problem });
});

test('a renamed release loses its sum and its signature', async () => {
  signRelease(file, addKey('2026').key);
  const renamed = join(folder, 'sharj-9.0.0-linux-x64.tar.gz');
  for (const ending of ['', '.sha256', '.sig']) cpSync(`${file}${ending}`, `${renamed}${ending}`);
  expect(await verifyRelease(renamed, readKeys(list))).toEqual({ problem: 'damaged' });
});

test('signing needs a key, and one that the release would trust', () => {
  addKey('2026');
  makeKey(join(folder, 'other.pem'));
  expect(() => readSigningKey(undefined, readKeys(list))).toThrow('RELEASE_KEY is missing');
  const other = readFileSync(join(folder, 'other.pem'), 'utf8');
  expect(() => readSigningKey(other, readKeys(list))).toThrow('does not have the key SHA256:');
  expect(() => makeKey(join(folder, 'other.pem'))).toThrow('EEXIST');
});

test('the repository’s list of keys is readable', () => {
  expect(readKeys(join(repository, 'deploy/release-keys.txt')).length).toBeGreaterThanOrEqual(0);
});

describe.skipIf(process.platform !== 'linux')('the scripts', () => {
  /** Asks what `sharj update` and install.sh ask before they unpack a file, in an installed release with this list. */
  function mayInstall(unsigned: 'yes' | 'no') {
    const release = join(folder, 'release');
    for (const name of ['bin', 'lib', 'deploy']) mkdirSync(join(release, name), { recursive: true });
    cpSync(join(repository, 'deploy/node'), join(release, 'bin/node'));
    cpSync(join(repository, 'deploy/verify-release.ts'), join(release, 'deploy/verify-release.ts'));
    cpSync(list, join(release, 'deploy/release-keys.txt'));
    symlinkSync(process.execPath, join(release, 'lib/node'));
    const script = 'set -eu; root=; . deploy/common.sh; may_install "$@"; echo "by $signer"';
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', release, file, unsigned], {
      cwd: repository,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LANG: 'C' },
    });
    return { status, text: stdout + stderr };
  }

  test('accept a signed file and name its key', () => {
    const { key, fingerprint } = addKey('2026');
    signRelease(file, key);
    expect(mayInstall('no')).toEqual({ status: 0, text: `by ${fingerprint}\n` });
  });

  test('accept an unsigned file only with --unsigned', () => {
    addKey('2026');
    expect(mayInstall('yes')).toEqual({ status: 0, text: 'by \n' });
    rmSync(join(folder, 'release'), { recursive: true });
    expect(mayInstall('no')).toMatchObject({ status: 1, text: expect.stringContaining('.sig is missing') });
  });

  test('refuse a forged file even with --unsigned', () => {
    addKey('2026');
    signRelease(file, generateKeyPairSync('ed25519').privateKey);
    expect(mayInstall('yes')).toMatchObject({ status: 1, text: expect.stringContaining('may be forged') });
  });

  test('verify what openssl verifies, so that a first download can be checked without Sharj', () => {
    const { key, line } = addKey('2026');
    signRelease(file, key);
    const pem = join(folder, 'public.pem');
    writeFileSync(pem, `-----BEGIN PUBLIC KEY-----\n${line}\n-----END PUBLIC KEY-----\n`);
    const words = ['pkeyutl', '-verify', '-pubin', '-inkey', pem, '-rawin', '-in', `${basename(file)}.sha256`];
    const said = execFileSync('openssl', [...words, '-sigfile', `${basename(file)}.sig`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(said).toContain('Verified Successfully');
  });
});
