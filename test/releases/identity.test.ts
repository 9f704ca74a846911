import { expect, test } from 'vitest';
import { identify, notesFor } from '#deploy/release/identity.ts';

const commit = '1a2b3c4d5e6f7890';
const tagged = { commit, tags: ['v1.0.0', 'stable'], changes: '' };

test('a build has the bare version in its name only if its commit has the tag', () => {
  expect(identify('1.0.0', tagged)).toEqual({ version: '1.0.0', commit });
  expect(identify('1.0.0', { ...tagged, tags: ['v0.9.0'] }).version).toBe('1.0.0+1a2b3c4');
});

test('builds with different changes have different names', () => {
  const [one, two] = ['a', 'b'].map((changes) => identify('1.0.0', { ...tagged, changes }).version);
  expect(one).toMatch(/^1\.0\.0\+1a2b3c4\.changed\.[0-9a-f]{7}$/);
  expect(two).not.toBe(one);
});

const names = {
  manifest: '1.0.0',
  lock: '1.0.0',
  built: '1.0.0',
  changelog: '# Changelog\n\n## 1.0.0 (2026-12-01)\n\n- It sells.\n\n## 0.9.0\n\n- It began.\n',
};

test('the notes of a version are exactly its section of the changelog', () => {
  expect(notesFor('v1.0.0', names)).toBe('- It sells.\n');
});

test.each([
  ['a tag without v', '1.0.0', {}, /must begin with v/],
  ['another tag', 'v1.0.1', {}, /package\.json says 1\.0\.0.*package-lock.*CHANGELOG\.md has no section ## 1\.0\.1/],
  ['another lock file', 'v1.0.0', { lock: '0.9.0' }, /package-lock\.json says 0\.9\.0/],
  ['a commit without the tag', 'v1.0.0', { built: '1.0.0+1a2b3c4' }, /file would be of 1\.0\.0\+1a2b3c4/],
  [
    'a changelog of a pre-release only',
    'v1.0.0',
    { changelog: '## 1.0.0-rc.1\n\n- It sells.' },
    /no section ## 1\.0\.0/,
  ],
  ['an empty section', 'v1.0.0', { changelog: '## 1.0.0\n\n## 0.9.0\n\n- It began.' }, /no section ## 1\.0\.0/],
])('%s stops a publication', (_, tag, changed, why) => {
  expect(() => notesFor(tag, { ...names, ...changed })).toThrow(why);
});
