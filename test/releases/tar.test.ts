import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeTarball } from '#deploy/release/tar.ts';

const long = `${'folder/'.repeat(15)}${'name'.repeat(20)}`;
const entryOf = (name: string, content = name, isExecutable = false) => ({
  name,
  isExecutable,
  read: () => Buffer.from(content),
});

test('the same files give the same bytes, which tar unpacks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharj-tar-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entries = [
    entryOf('a/b', 'x'.repeat(100_000)),
    entryOf('a/run', '#!/bin/sh', true),
    entryOf(long),
    entryOf('empty', ''),
    { ...entryOf('links/to', ''), link: '../a' },
  ];
  const [one, two] = [join(folder, 'one.tar.gz'), join(folder, 'two.tar.gz')];
  await writeTarball(one, entries, { seconds: 1_700_000_000 });
  await writeTarball(two, entries.toReversed(), { seconds: 1_700_000_000 });
  expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
  execFileSync('tar', ['xzf', one, '-C', folder]);
  expect(readFileSync(join(folder, 'a/b'), 'utf8')).toBe('x'.repeat(100_000));
  expect(readFileSync(join(folder, long), 'utf8')).toBe(long);
  expect(statSync(join(folder, 'a/run')).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(folder, 'links/to'))).toBe('../a');
  expect(statSync(join(folder, 'empty'))).toMatchObject({ size: 0, mtimeMs: 1_700_000_000_000 });
  await expect(writeTarball(two, [entryOf('n'.repeat(101))], { seconds: 1 })).rejects.toThrow('too long');
});
